#!/usr/bin/env bash
# Makes a directory tree of Debian packages and what they depend on, unpacked and not configured:
#
#   docker/debian-root.sh RELEASE DIRECTORY PACKAGE...        for instance: trixie /tmp/root librte-eal25 iproute2
#
# apt of this machine chooses and fetches (and checks the signatures of) another release's packages with lists of its own; nothing of
# this machine changes, and no program of the tree runs. That takes seconds, where debootstrap takes a minute, and leaves
# out what nothing depends on: a shell and a package manager, if they are not asked for. DIRECTORY must not exist.
# Environment: BRAID_DEBIAN_MIRROR instead of http://deb.debian.org/debian.
set -euo pipefail
die() { echo "debian-root.sh: $*" >&2; exit 1; }
[[ $# -ge 3 ]] || { sed -n '2,4s/^# \{0,1\}//p' "$0" >&2; exit 2; }
release=$1 root=$2
shift 2
[[ ! -e $root ]] || die "$root is there already"
command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || die "apt-get and dpkg-deb are needed"
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
[[ -r $keyring ]] || die "$keyring is missing: apt-get install debian-archive-keyring"

apt=$(mktemp -d -t braid-root.XXXXXX)
trap 'rm -rf -- "$apt"' EXIT
mkdir -p "$apt/etc/apt.conf.d" "$apt/etc/preferences.d" "$apt/state/lists/partial" "$apt/cache/archives/partial"
: >"$apt/state/status"
echo "deb [signed-by=$keyring] ${BRAID_DEBIAN_MIRROR:-http://deb.debian.org/debian} $release main" >"$apt/etc/sources.list"
get() {
    apt-get -qq -y -o Dir::Etc="$apt/etc" -o Dir::Etc::SourceParts=/dev/null -o Dir::State="$apt/state" \
        -o Dir::State::status="$apt/state/status" -o Dir::Cache="$apt/cache" -o APT::Sandbox::User="$(id -un)" \
        -o Acquire::Languages=none -o Acquire::Retries=3 -o APT::Install-Recommends=false "$@" </dev/null
}
get update
# base-files first: it has the links that make /lib and the like parts of /usr.
get --download-only install base-files "$@"
mkdir -p "$root"
for package in "$apt"/cache/archives/base-files_*.deb "$apt"/cache/archives/*.deb; do
    dpkg-deb --fsys-tarfile "$package" | tar -x --keep-directory-symlink -C "$root"
done
# What the tree was made of, as dpkg would tell.
mkdir -p "$root/var/lib/dpkg"
for package in "$apt"/cache/archives/*.deb; do
    dpkg-deb -f "$package"
    printf 'Status: install ok unpacked\n\n'
done >"$root/var/lib/dpkg/status"
