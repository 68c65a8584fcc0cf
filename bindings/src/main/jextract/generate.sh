#!/usr/bin/env bash
# Regenerates io.braid.dpdk.ffi from DPDK's headers: generate.sh 22.11 | 24.11 [ROOT]
#
# Needs: jextract (https://github.com/openjdk/jextract) on PATH, libclang-14-dev, and the headers: Debian's libdpdk-dev of
# the release, installed or unpacked (dpkg-deb -x libdpdk-dev_*.deb ROOT).
#
#   22.11  Debian 12, ABI 23: everything in includes.txt, to io.braid.dpdk.ffi. It is `jextract --dump-includes` cut down to
#          what io.braid.dpdk uses. rte_eth_fp_ops stands twice in it: the exported array and the struct of its elements
#          have the same name.
#   24.11  Debian 13, ABI 25: the structures in includes-abi25.txt, to io.braid.dpdk.ffi.abi25. They are those whose
#          fields lie elsewhere than in ABI 23, with the ones that they contain. That functions and constants are the same
#          is looked at here; that other structures are, LayoutsTest says.
set -euo pipefail
usage() { echo "usage: generate.sh 22.11 | 24.11 [ROOT]" >&2; exit 2; }
[[ $# -ge 1 && $# -le 2 ]] || usage
release=$1 root=${2:-}
root=${root%/}
cd "$(dirname "$0")"
command -v jextract >/dev/null || { echo "generate.sh: no jextract on PATH; see https://github.com/openjdk/jextract" >&2; exit 1; }
[[ -r $root/usr/include/dpdk/rte_ethdev.h ]] || { echo "generate.sh: no headers in $root/usr/include/dpdk; install or unpack libdpdk-dev" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT

# jextract reads compile_flags.txt from the current directory.
sed "s#-I/usr/include#-I$root/usr/include#" compile_flags.txt >"$work/compile_flags.txt"
header=$PWD/braid_dpdk.h

# generate PACKAGE INCLUDES OUTPUT
generate() {
    sed 's/ *#.*//' "$2" >"$work/includes"
    (cd "$work" && jextract --output "$3" --target-package "$1" --header-class-name DpdkHeaders @includes "$header" 2>&1) |
        { grep -v 'bitfields are not supported\|is not supported)' || true; }
}

# What the header class declares, in an order that does not depend on the headers'.
declarations() { grep -v 'RTE_VER_YEAR\|RTE_VER_MONTH' "$1/io/braid/dpdk/ffi/DpdkHeaders.java" | sort; }

out=$PWD/../java
case $release in
    22.11)
        find "$out/io/braid/dpdk/ffi" -maxdepth 1 -type f -delete
        generate io.braid.dpdk.ffi "$PWD/includes.txt" "$out"
        ;;
    24.11)
        # A structure that is new in 24.11 and part of one in the list.
        { cat includes.txt; echo "--include-struct rte_ipv6_addr"; } >"$work/all.txt"
        generate io.braid.dpdk.ffi "$work/all.txt" "$work/all"
        diff <(declarations "$out") <(declarations "$work/all") >&2 ||
            { echo "generate.sh: functions or constants differ from those of 22.11 (above): Layouts must tell them apart" >&2; exit 1; }
        rm -rf "$out/io/braid/dpdk/ffi/abi25"
        generate io.braid.dpdk.ffi.abi25 "$PWD/includes-abi25.txt" "$out"
        ;;
    *) usage ;;
esac
