#!/usr/bin/env bash
# Builds the release archive: docker/packaging/release.sh DIRECTORY [MVN-ARG...]
#
#   braid-VERSION.tar.gz          the tree of docker/packaging/README.md in a directory braid-VERSION, for hosts with a Java 25
#   braid-VERSION.cdx.json        what it is made of (CycloneDX); it is in the archive too
#   braid-VERSION.sha256          checksums of both, for sha256sum -c
#
# The same sources give the same bytes, with the same JDK. Needs what tree.sh needs.
set -euo pipefail
umask 022
[[ $# -ge 1 ]] || { sed -n '2s/^# //p' "$0" >&2; exit 2; }
out=$1
shift
here=$(dirname -- "$(readlink -f -- "$0")")
epoch=$("$here/epoch.sh")
version=$(sed -n 's:^ *<version>\(.*\)</version>.*:\1:p' "$here/../../pom.xml" | head -n 1)
mkdir -p -- "$out"
out=$(readlink -f -- "$out")
work=$(mktemp -d -t braid-release.XXXXXX)
trap 'rm -rf -- "$work"' EXIT
name=braid-$version
"$here/tree.sh" "$work/$name" "$@"
echo "$version" >"$work/$name/VERSION"
tar -C "$work" --sort=name --format=ustar --owner=0 --group=0 --numeric-owner --mtime="@$epoch" -cf - "$name" | gzip -9n >"$out/$name.tar.gz"
cp -- "$work/$name/sbom.cdx.json" "$out/$name.cdx.json"
(cd "$out" && sha256sum "$name.tar.gz" "$name.cdx.json" >"$name.sha256")
echo "$out/$name.tar.gz"
