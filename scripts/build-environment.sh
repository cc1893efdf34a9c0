# What the other scripts share: where things are, how much of the machine may be
# used, and the settings of the compiler cache. To be sourced, not run.
# shellcheck shell=bash

tile_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck disable=SC2034
llvm_prefix=/usr/lib/llvm-22
# The interpreter that Debian's NumPy and psutil packages belong to.
# shellcheck disable=SC2034
python=/usr/bin/python3

# One compiler or test process needs up to this much.
job_memory_kib=$((2 * 1024 * 1024))
minimum_memory_kib=$((3 * 1024 * 1024))

# Every refusal is one line and a non-zero exit status.
fail() {
  echo "error: $*" >&2
  exit 1
}

gib() { awk -v kib="$1" 'BEGIN { printf "%.1f GiB", kib / 1048576 }'; }

# memory_kib FIELD...: the sum of these fields of /proc/meminfo, at most what the
# control group allows.
memory_kib() {
  local total limit file
  total=$(awk -v fields=" $* " '
    { sub(":", "", $1) } index(fields, " " $1 " ") { sum += $2 }
    END { printf "%d", sum }' "${TILE_MEMINFO:-/proc/meminfo}")
  for file in /sys/fs/cgroup/memory.max \
              /sys/fs/cgroup/memory/memory.limit_in_bytes; do
    if [[ -r $file ]]; then
      limit=$(<"$file")
      # "max" is no limit, and so is a number that bash cannot hold.
      if [[ $limit =~ ^[0-9]{1,18}$ ]] && ((limit / 1024 < total)); then
        total=$((limit / 1024))
      fi
    fi
  done
  echo "$total"
}

require_memory() {
  local total
  total=$(memory_kib MemTotal SwapTotal)
  if ((total < minimum_memory_kib)); then
    fail "expected at least $(gib $minimum_memory_kib) of memory (because" \
      "one compiler process needs up to $(gib $job_memory_kib)), got $(gib "$total")"
  fi
}

# require_disk FOLDER KIB WHY
require_disk() {
  local available
  available=$(df -Pk "$1" | awk 'NR == 2 { print $4 }')
  if ((available < $2)); then
    fail "expected at least $(gib "$2") free in $1 (because $3)," \
      "got $(gib "$available")"
  fi
}

# As many processes as there are cores and as fit into memory.
job_count() {
  local cores fitting
  cores=$(nproc)
  fitting=$(($(memory_kib MemAvailable) / job_memory_kib))
  ((fitting < 1)) && fitting=1
  echo $((cores < fitting ? cores : fitting))
}

# Paths in compiler command lines are made relative to the clone, so that a
# second clone finds the first one's objects; the rest is what ccache needs for
# clang's precompiled headers.
export CCACHE_BASEDIR=$tile_root
export CCACHE_NOHASHDIR=1
export CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
export CCACHE_MAXSIZE=${CCACHE_MAXSIZE:-10G}
