#!/usr/bin/env bash
# Installs what is missing, builds the tools, compiles examples/gemm.mlir for this
# machine's CPU, multiplies two matrices from .npy files with it, compares the
# product with the reference interpreter's, and prints time, GFLOP/s and error.
#
# usage: scripts/quickstart.sh [--no-install]
set -euo pipefail
scripts=$(dirname "${BASH_SOURCE[0]}")
# shellcheck source=scripts/build-environment.sh
source "$scripts/build-environment.sh"

install=yes
for option in "$@"; do
  case $option in
    --no-install) install= ;;
    *) fail "expected --no-install, got $option" ;;
  esac
done

start=$SECONDS
[[ ! $install ]] || "$scripts/install-packages.sh"
"$scripts/build.sh" tilec tile-run
echo "built the tools in $((SECONDS - start)) s"

example=$tile_root/examples/gemm.mlir
work=$tile_root/build/quickstart
bin=$tile_root/build/bin
mkdir -p "$work"
"$python" "$scripts/quickstart_matrices.py" make "$work"

echo "compiling examples/gemm.mlir to build/quickstart/gemm.so and gemm.h"
"$bin/tilec" "$example" --target=native --emit=so -o "$work/gemm.so"

# The interpreter rounds every operation exactly and takes its time, so it is
# given a small product; the large one is compared with NumPy's.
echo "a small product on the CPU and on the reference interpreter"
"$bin/tile-run" "$example" --entry=gemm_f32 --on=cpu --check \
  --arg="$work/small_a.npy" --arg="$work/small_b.npy" --arg="$work/small_c.npy"

echo "a large product on the CPU"
"$bin/tile-run" "$example" --entry=gemm_f32 --on=cpu --bench=20 --json \
  --arg="$work/a.npy" --arg="$work/b.npy" --arg="$work/c.npy" \
  --out=2:"$work/product.npy" >"$work/bench.json"
"$python" "$scripts/quickstart_matrices.py" report "$work"
