#!/usr/bin/env bash
# Makes Braid's Debian package, for Debian 12 and 13, of a release archive: docker/packaging/deb.sh ARCHIVE DIRECTORY
#
# It has the tree of docker/packaging/README.md with a Java runtime of JAVA_HOME's JDK, since Debian 12 has none of version 25, the unit, a man
# page and an example of the configuration. The cache for fast starts is made by starting Braid in a tree of Debian 13's packages.
# Needs root, a JDK 25 (JAVA_HOME) that runs on Debian 12, apt and dpkg-deb. Prints the name of the file.
set -euo pipefail
die() { echo "deb.sh: $*" >&2; exit 1; }
[[ $# -eq 2 ]] || { sed -n '2s/^# //p' "$0" >&2; exit 2; }
archive=$1 out=$2
[[ $EUID -eq 0 ]] || die "must be root"
here=$(dirname -- "$(readlink -f -- "$0")")
docker=$here/..
SOURCE_DATE_EPOCH=$("$here/epoch.sh")
export SOURCE_DATE_EPOCH
mkdir -p -- "$out"
work=$(mktemp -d -t braid-deb.XXXXXX)
trap 'rm -rf -- "$work"' EXIT
tree=$work/package
install -d "$tree"/usr/{bin,lib/systemd/system,share/doc/braid,share/man/man8} "$tree/etc/braid" "$tree/DEBIAN"

mkdir "$tree/usr/lib/braid"
tar -xf "$archive" --strip-components=1 --no-same-owner -C "$tree/usr/lib/braid"
"$here/runtime.sh" "$JAVA_HOME" "$tree/usr/lib/braid/runtime"
mapfile -t packages < <(grep -v '^#' "$docker/packages.txt")
"$docker/debian-root.sh" trixie "$work/root" "${packages[@]}"
"$docker/in-root.sh" "$work/root" --net --bind "$tree/usr/lib/braid:/usr/lib/braid" -- /usr/lib/braid/braid train

ln -s ../lib/braid/braid "$tree/usr/bin/braid"
mv "$tree/usr/lib/braid/host.yaml" "$tree/etc/braid/host.yaml.example"
install -m 644 "$here/systemd/braid.service" "$tree/usr/lib/systemd/system/"
install -m 644 "$here/debian/copyright" "$tree/usr/share/doc/braid/"
gzip -9n <"$here/debian/braid.8" >"$tree/usr/share/man/man8/braid.8.gz"
version=$(cat "$tree/usr/lib/braid/VERSION")
# A snapshot sorts before the release that it comes before.
version=${version/-SNAPSHOT/\~snapshot$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y%m%d)}
architecture=$(dpkg --print-architecture)
gzip -9n >"$tree/usr/share/doc/braid/changelog.gz" <<TEXT
braid ($version) unstable; urgency=medium

  * What is new is in the log of the source.

 -- Braid <braid@localhost>  $(date -u -R -d "@$SOURCE_DATE_EPOCH")
TEXT

# either LIBRARY...: of Debian 13's DPDK or Debian 12's
either() {
    local library all=()
    for library in "$@"; do all+=("librte-${library}25 | librte-${library}23"); done
    printf '%s, ' "${all[@]}"
}
required=$(either eal ethdev mempool-ring bus-pci bus-vdev net-tap net-af-packet)
useful=$(either net-vhost net-virtio net-af-xdp)
nics=$(either net-mlx5- net-i40e net-iavf net-ice net-ixgbe net-igc net-e1000- net-ena net-bnxt net-vmxnet3-)
cat >"$tree/DEBIAN/control" <<TEXT
Package: braid
Version: $version
Architecture: $architecture
Maintainer: Braid <braid@localhost>
Section: net
Priority: optional
Installed-Size: $(du -ks --exclude=DEBIAN "$tree" | cut -f1)
Depends: ${required}bash, iproute2, libc6 (>= 2.36), libstdc++6, util-linux, zlib1g
Recommends: ${useful%, }
Suggests: ${nics}jq, curl
Description: one wide, fault-tolerant path of all NICs for a host's containers
 A userspace packet dataplane on DPDK. One process per host binds the NICs,
 spreads each container's outbound flows over all of them, takes in each
 container's own addresses over all of them by BGP, and moves flows off a NIC
 that fails without losing a connection.
TEXT
echo /etc/braid/host.yaml.example >"$tree/DEBIAN/conffiles"
install -m 755 "$here"/debian/{postinst,prerm,postrm} "$tree/DEBIAN/"
find "$tree" -type d -exec chmod 755 {} +
# The JDK's licences come without a right to write.
chmod -R u+w "$tree/usr/lib/braid/runtime/legal"
(cd "$tree" && find usr etc -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) >"$tree/DEBIAN/md5sums"
file=$out/braid_${version}_$architecture.deb
dpkg-deb --root-owner-group -Zxz -z6 --build "$tree" "$file" >/dev/null
echo "$file"
