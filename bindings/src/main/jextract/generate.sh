#!/usr/bin/env bash
# Regenerates io.braid.dpdk.ffi from the DPDK headers installed on this machine.
#
# Needs: jextract (https://github.com/openjdk/jextract) on PATH, and Debian's libdpdk-dev and libclang-14-dev.
# The committed output was made from Debian 12's DPDK 22.11 headers (ABI 23). compile_flags.txt is read by jextract from
# the current directory; includes.txt is `jextract --dump-includes` cut down to what io.braid.dpdk uses.
# rte_eth_fp_ops stands twice in it: the exported array and the struct of its elements have the same name.
set -euo pipefail
cd "$(dirname "$0")"
command -v jextract >/dev/null || { echo "generate.sh: no jextract on PATH; see https://github.com/openjdk/jextract" >&2; exit 1; }
out=../java
rm -rf "$out/io/braid/dpdk/ffi"
sed 's/ *#.*//' includes.txt > "${TMPDIR:-/tmp}/braid-includes.$$"
trap 'rm -f "${TMPDIR:-/tmp}/braid-includes.$$"' EXIT
jextract --output "$out" --target-package io.braid.dpdk.ffi --header-class-name DpdkHeaders \
  "@${TMPDIR:-/tmp}/braid-includes.$$" braid_dpdk.h 2>&1 | grep -v 'bitfields are not supported\|is not supported)' || true
ls "$out/io/braid/dpdk/ffi"
