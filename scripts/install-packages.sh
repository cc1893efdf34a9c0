#!/usr/bin/env bash
# Installs the Debian packages that Tile is built, tested and measured with, those
# that are missing only. docs/GettingStarted.md says what each one is for.
#
# usage: scripts/install-packages.sh [--with-gcc] [--with-benchmarks]
set -euo pipefail
# shellcheck source=scripts/build-environment.sh
source "$(dirname "${BASH_SOURCE[0]}")/build-environment.sh"

packages=(clang-22 lld-22 llvm-22-dev llvm-22-tools libmlir-22-dev mlir-22-tools
          cmake ninja-build ccache libgtest-dev
          python3 python3-numpy python3-psutil)
for option in "$@"; do
  case $option in
    --with-gcc) packages+=(g++) ;;
    --with-benchmarks) packages+=(libopenblas0-pthread) ;;
    *) fail "expected --with-gcc or --with-benchmarks, got $option" ;;
  esac
done

missing_packages() {
  local installed
  installed=$(dpkg-query -W -f='${db:Status-Abbrev} ${Package}\n' \
                "${packages[@]}" 2>/dev/null | awk '/^ii/ { print $2 }') || true
  comm -23 <(printf '%s\n' "${packages[@]}" | sort) <(sort <<<"$installed")
}

mapfile -t missing < <(missing_packages)
if ((${#missing[@]} == 0)); then
  exit 0
fi

# shellcheck disable=SC1090
distribution=$(. "${TILE_OS_RELEASE:-/etc/os-release}" 2>/dev/null &&
               echo "${ID:-unknown} ${VERSION_ID:-}") || distribution=unknown
if [[ $distribution != "debian 12" ]]; then
  fail "expected Debian 12 (because the packages of LLVM 22 come from it)," \
    "got ${distribution% }; install by hand what docs/GettingStarted.md lists" \
    "and pass --no-install"
fi

as_root=()
if ((EUID != 0)); then
  command -v sudo >/dev/null ||
    fail "expected root or sudo (because packages are missing: ${missing[*]}), got neither"
  as_root=(sudo)
fi
require_disk /usr $((4 * 1024 * 1024)) "the packages need it"

log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt_get() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get \
    -o Acquire::Retries=2 -o Acquire::http::Timeout=30 \
    -o DPkg::Lock::Timeout=300 "$@" >>"$log" 2>&1 </dev/null
}

# A reason that the user can act on, from what apt-get wrote.
explain() {
  if grep -qE 'Temporary failure|Could not (resolve|connect)|Unable to connect|Connection (failed|timed out)|Network is unreachable' "$log"; then
    fail "expected a network (because packages are missing: ${missing[*]})," \
      "got: $(grep -m1 -E 'Temporary failure|Could not|Unable to connect|Connection|unreachable' "$log")"
  fi
  if grep -qE 'Unable to locate package|has no installation candidate' "$log"; then
    fail "expected the packages of LLVM 22 in the apt sources (because they come with" \
      "'deb http://deb.debian.org/debian-security bookworm-security main')," \
      "got: $(grep -m1 -E 'Unable to locate|no installation candidate' "$log")"
  fi
  cat "$log" >&2
  fail "expected apt-get to install ${missing[*]}, got the output above"
}

echo "installing ${#missing[@]} packages: ${missing[*]}"
# An update may fail because of a source that has nothing to do with Tile.
apt_get update || true
apt_get install --yes --no-install-recommends "${missing[@]}" || explain
