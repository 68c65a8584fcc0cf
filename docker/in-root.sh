#!/usr/bin/env bash
# Runs a command in a directory tree as if it were the machine's; as root:
#
#   docker/in-root.sh ROOT [--bind PATH[:TARGET]]... [--net] [--] COMMAND [ARG...]
#
# It is what a container engine would do, less the limits: /proc, /sys, /dev and /run are there, PATH of this machine at the same place
# (or at TARGET) in the tree. --net: a network namespace of its own. Nothing stays mounted when the command ends.
set -euo pipefail
usage() { sed -n '2,4s/^# \{0,1\}//p' "$0" >&2; exit 2; }
[[ $# -ge 2 ]] || usage
root=$(readlink -f -- "$1") binds=() net=()
shift
while [[ $# -gt 0 ]]; do
    case $1 in
        --bind) [[ $# -ge 2 ]] || usage; binds+=("$2"); shift 2 ;;
        --net) net=(--net); shift ;;
        --) shift; break ;;
        -*) usage ;;
        *) break ;;
    esac
done
[[ -d $root && $# -gt 0 ]] || usage
[[ $EUID -eq 0 ]] || { echo "in-root.sh: must be root" >&2; exit 1; }
# No process namespace: who signals this signals the command.
exec unshare --mount --propagation private "${net[@]}" -- \
    bash -c '
        set -euo pipefail
        root=$1 count=$2
        shift 2
        # A mount point of its own, so that what is mounted below is seen here only.
        mount --bind -- "$root" "$root"
        mkdir -p "$root/proc" "$root/sys" "$root/dev" "$root/run" "$root/tmp"
        mount -t proc proc "$root/proc"
        mount --rbind /sys "$root/sys"
        mount --rbind /dev "$root/dev"
        mount -t tmpfs -o mode=755 tmpfs "$root/run"
        mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
        for ((; count > 0; count--)); do
            from=${1%%:*} to=${1#*:}
            shift
            if [[ -d $from ]]; then mkdir -p -- "$root$to"; else mkdir -p -- "$(dirname -- "$root$to")"; touch -- "$root$to"; fi
            mount --rbind -- "$from" "$root$to"
        done
        exec chroot "$root" "$@"' in-root "$root" "${#binds[@]}" "${binds[@]}" "$@"
