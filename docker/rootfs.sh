#!/usr/bin/env bash
# Makes the file system of Braid's image: docker/rootfs.sh DIRECTORY [--no-train] [MVN-ARG...]
#
# Debian 13's DPDK 24.11 with drivers, iproute2, a shell, a Java runtime linked of Debian's OpenJDK 25, and Braid in
# /usr/lib/braid with the cache for fast starts. The Dockerfile calls this and copies the result into an empty image; here
# it makes the same tree without a container engine, to be run by docker/in-root.sh.
#
# Needs root, a JDK 25 (JAVA_HOME), Maven, and apt (of any Debian). DIRECTORY must not exist. --no-train leaves the cache out,
# which is made by starting Braid in a network namespace in the tree: the Dockerfile does that later.
set -euo pipefail
die() { echo "rootfs.sh: $*" >&2; exit 1; }
[[ $# -ge 1 ]] || { sed -n '2s/^# //p' "$0" >&2; exit 2; }
root=$1 train=1
shift
[[ ${1:-} == --no-train ]] && { train=; shift; }
[[ $EUID -eq 0 ]] || die "must be root"
here=$(dirname -- "$(readlink -f -- "$0")")
packaging=$here/packaging
work=$(mktemp -d -t braid-rootfs.XXXXXX)
trap 'rm -rf -- "$work"' EXIT

mapfile -t packages < <(grep -v '^#' "$here/packages.txt")
"$here/debian-root.sh" trixie "$root" "${packages[@]}"
root=$(readlink -f -- "$root")
# Manuals and translations; what the licences ask for stays.
rm -rf -- "$root"/usr/share/{man,locale,info,lintian,bash-completion,zoneinfo-icu}
find "$root/usr/share/doc" -type f ! -name copyright -delete
find "$root/usr/share/doc" -mindepth 1 -type d -empty -delete
# What base-passwd's and others' scripts would do, as far as it is needed.
printf 'root:x:0:0:root:/root:/bin/bash\nnobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n' >"$root/etc/passwd"
printf 'root:x:0:\nnogroup:x:65534:\n' >"$root/etc/group"
ln -sf /proc/mounts "$root/etc/mtab"

"$packaging/tree.sh" "$root/usr/lib/braid" "$@"
ln -s ../lib/braid/braid "$root/usr/bin/braid"
mkdir -p "$root/etc/braid"

# Of Debian 13's JDK, by itself: jlink links only its own version.
jdk=/usr/lib/jvm/java-25-openjdk-$(dpkg --print-architecture)
if [[ -x $jdk/bin/jlink && $(. /etc/os-release && echo "${VERSION_CODENAME:-}") == trixie ]]; then
    "$packaging/runtime.sh" "$jdk" "$root/usr/lib/braid/runtime"
else
    "$here/debian-root.sh" trixie "$work/jdk" bash coreutils sed openjdk-25-jdk-headless
    "$here/in-root.sh" "$work/jdk" --bind "$packaging:/packaging" --bind "$root/usr/lib/braid:/braid" -- \
        /packaging/runtime.sh "$jdk" /braid/runtime
fi
[[ -z $train ]] || "$here/in-root.sh" "$root" --net -- braid train
