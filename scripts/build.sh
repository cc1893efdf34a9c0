#!/usr/bin/env bash
# Configures and builds, as many processes at once as the machine can hold.
#
# usage: scripts/build.sh [--preset=default|debug|gcc] [TARGET...]
set -euo pipefail
# shellcheck source=scripts/build-environment.sh
source "$(dirname "${BASH_SOURCE[0]}")/build-environment.sh"

preset=default
targets=()
for argument in "$@"; do
  case $argument in
    --preset=default | --preset=debug | --preset=gcc) preset=${argument#*=} ;;
    -*) fail "expected --preset=default, debug or gcc, got $argument" ;;
    *) targets+=("$argument") ;;
  esac
done
build=$tile_root/build
[[ $preset == default ]] || build+=-$preset

require_memory
if [[ ! -e $build/.ninja_log ]]; then
  require_disk "$tile_root" $((3 * 1024 * 1024)) "a build needs it"
fi
mkdir -p "$build"

configure() {
  (cd "$tile_root" && cmake --preset "$preset" -DPython3_EXECUTABLE="$python") \
    >"$build/configure.log" 2>&1 && return
  cat "$build/configure.log" >&2
  fail "the configuration failed; the output above is in ${build#"$tile_root"/}/configure.log"
}
# Once configured, ninja notices changes of the CMake files itself.
[[ -e $build/build.ninja ]] || configure

# Everything that is no step line, and one step line for each tenth.
show_progress() {
  local line shown=0
  while IFS= read -r line; do
    if [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]]; then
      local step=${BASH_REMATCH[1]} steps=${BASH_REMATCH[2]}
      if ((steps > 20 && 10 * step / steps > shown)); then
        shown=$((10 * step / steps))
        echo "  built $step of $steps"
      fi
    elif [[ $line != "ninja: no work to do." && $line != "ninja: Entering directory"* ]]; then
      printf '%s\n' "$line"
    fi
  done
}
ninja -C "$build" -j "$(job_count)" "${targets[@]}" 2>&1 |
  tee "$build/build.log" | show_progress ||
  fail "the build failed; the output above is in ${build#"$tile_root"/}/build.log"
