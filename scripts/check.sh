#!/usr/bin/env bash
# Installs what is missing, builds everything, runs every test. The last line is
# "N passed, N failed", and the exit status is 0 when nothing failed. A second run
# on the same files reports the first one's result, unless it failed, --force is
# given, or CI is set.
#
# usage: scripts/check.sh [--force] [--preset=default|debug|gcc] [--gcc] [--no-install]
set -euo pipefail
scripts=$(dirname "${BASH_SOURCE[0]}")
# shellcheck source=scripts/build-environment.sh
source "$scripts/build-environment.sh"

force=${CI:+yes}
preset=default
install=yes
for option in "$@"; do
  case $option in
    --force) force=yes ;;
    --gcc) preset=gcc ;;
    --preset=default | --preset=debug | --preset=gcc) preset=${option#*=} ;;
    --no-install) install= ;;
    *) fail "expected --force, --preset=default|debug|gcc, --gcc or --no-install, got $option" ;;
  esac
done
build=$tile_root/build
[[ $preset == default ]] || build+=-$preset

# timed NAME COMMAND...: runs it and says how long it took.
timed() {
  local start=$SECONDS
  "${@:2}" || exit
  printf '%-10s %4d s\n' "$1" $((SECONDS - start))
}

install_packages() {
  [[ $install ]] || return 0
  "$scripts/install-packages.sh" ${gcc_package[@]+"${gcc_package[@]}"}
}

# What the result of the tests depends on: every file of the project, and the
# version of the compiler.
fingerprint() {
  cd "$tile_root"
  {
    "$llvm_prefix/bin/llvm-config" --version
    if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
      git ls-files -z --cached --others --exclude-standard
    else
      find . -type f -not -path './build*' -print0
    fi | sort -zu | xargs -0 sha256sum 2>/dev/null || true
  } | sha256sum
}

run_tests() {
  # lit's exit status says less than the results, which are counted below.
  "$python" "$llvm_prefix/bin/lit" -sv --no-progress-bar -j "$(job_count)" \
    --output "$build/test-results.json" "$build/test" 2>&1 |
    tee "$build/check.log" || true
}

gcc_package=()
[[ $preset == gcc ]] && gcc_package=(--with-gcc)
timed packages install_packages
timed build "$scripts/build.sh" --preset="$preset" all TileUnitTests tile-doc

stamp=$build/check.stamp
current=$(fingerprint)
if [[ ! $force && -e $stamp && $(head -n 1 "$stamp") == "$current" ]]; then
  echo "nothing changed since the last run, whose result is repeated here (--force runs the tests again)"
  tail -n 1 "$stamp"
  exit 0
fi

rm -f "$stamp" "$build/test-results.json"
timed tests run_tests
"$python" "$scripts/summarize-tests.py" "$build/test-results.json" "$build/check.log" |
  tee "$build/check.summary"
printf '%s\n%s\n' "$current" "$(tail -n 1 "$build/check.summary")" >"$stamp"
