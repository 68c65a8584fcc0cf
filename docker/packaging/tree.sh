#!/usr/bin/env bash
# Builds Braid and makes the tree that is installed as /usr/lib/braid: docker/packaging/tree.sh DIRECTORY [MVN-ARG...]
#
#   braid          the launcher, as it stands in the source tree
#   lib/*.jar      Braid's modules and the libraries that the dataplane needs; nothing of the lab and the benchmarks
#   cni/           the CNI plugin and an example of its configuration
#   host.yaml      an example of the configuration; host.schema.json is its schema
#   sbom.cdx.json  what it is made of (CycloneDX)
#   LICENSE, THIRD-PARTY/
#
# Needs a JDK 25 (JAVA_HOME), Maven and jq, on a Debian (for the text of the LGPL). DIRECTORY must not exist. All files get the time that epoch.sh says:
# the same sources give the same bytes.
set -euo pipefail
umask 022
die() { echo "tree.sh: $*" >&2; exit 1; }
[[ $# -ge 1 ]] || { sed -n '2s/^# //p' "$0" >&2; exit 2; }
tree=$1
shift
[[ ! -e $tree ]] || die "$tree is there already"
major=$("${JAVA_HOME:-/usr}/bin/javac" -version 2>&1 | sed -n 's/^javac \([0-9]*\).*/\1/p')
[[ ${major:-0} -ge 25 ]] || die "JAVA_HOME must be that of a JDK 25 or newer; it is ${JAVA_HOME:-not set}"
command -v jq >/dev/null || die "jq is missing: apt-get install jq"
command -v mvn >/dev/null || die "Maven is missing: apt-get install maven"
here=$(dirname -- "$(readlink -f -- "$0")")
source=$(dirname -- "$(dirname -- "$here")")
mkdir -p -- "$tree/lib" "$tree/cni"
tree=$(readlink -f -- "$tree")

log=$(mktemp -t braid-tree.XXXXXX)
# Clean, since what earlier builds left would be in the jars. One directory for every module's libraries: they are those of the dataplane, which needs all modules. Its list of parts is the last
# that is written there.
MAVEN_OPTS="${MAVEN_OPTS:-} --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow" \
    mvn -B -ntp -f "$source/pom.xml" -pl dataplane -am "$@" clean package dependency:copy-dependencies org.cyclonedx:cyclonedx-maven-plugin:makeBom -Dmaven.test.skip=true \
    -DincludeScope=runtime -DoutputDirectory="$tree/lib" </dev/null >"$log" 2>&1 ||
    { grep '^\[ERROR\]' "$log" | head -n 40 >&2 || tail -n 40 "$log" >&2; die "the build failed (all of its output: $log)"; }
rm -f -- "$log"
for module in bindings flow-table numa-scheduler bgp-lite dataplane; do
    cp -- "$source/$module/target/$module"-*.jar "$tree/lib/"
done
cp -- "$source/braid" "$source/LICENSE" "$source/dataplane/host.yaml" "$source/dataplane/host.schema.json" "$tree/"
cp -- "$source"/docker/cni/* "$tree/cni/"
# The scope says nothing here, and a licence without a number of clauses is taken for the one with four.
jq '(.components[] | select(.group == "org.jline").licenses) = [{license: {id: "BSD-3-Clause"}}]' \
    "$tree/lib/bom.json" >"$tree/sbom.cdx.json"
rm -- "$tree/lib/bom.json"

# Each library's own licence and notice, as its jar has them, and the texts that jars leave out.
mkdir "$tree/THIRD-PARTY"
{
    echo "Libraries in lib/. Of several licences, Braid is distributed under Apache-2.0 for Jetty and LGPL-2.1 for Logback."
    echo "The text of Apache-2.0 is ../LICENSE; those of the others are here, with the notices of those that have one."
    echo
    jq -r '.components[] | select(.group != "io.braid") | "\(.group):\(.name) \(.version)  \(
        [.licenses[] | .license.id // .license.name // .expression] | join(" or "))  \(
        [.externalReferences[]? | select(.type == "vcs" or .type == "website").url] | first // "")"' "$tree/sbom.cdx.json" | LC_ALL=C sort
} >"$tree/THIRD-PARTY/README"
cp -- "$here/licences/jline.txt" "$tree/THIRD-PARTY/"
cp -- /usr/share/common-licenses/LGPL-2.1 "$tree/THIRD-PARTY/LGPL-2.1"
for library in "$tree"/lib/*.jar; do
    name=$(basename -- "$library" .jar)
    mapfile -t texts < <("${JAVA_HOME:-/usr}/bin/jar" tf "$library" | grep -E '^META-INF/(LICENSE|NOTICE)(\.txt|\.md)?$' || true)
    ((${#texts[@]} > 0)) || continue
    mkdir "$tree/THIRD-PARTY/$name"
    (cd "$tree/THIRD-PARTY/$name" && "${JAVA_HOME:-/usr}/bin/jar" xf "$library" "${texts[@]}" && mv META-INF/* . && rmdir META-INF)
done
find "$tree" -type d -exec chmod 755 {} +
find "$tree" -type f -exec chmod 644 {} +
chmod 755 "$tree/braid" "$tree/cni/braid"
find "$tree" -exec touch --no-dereference --date="@$("$here/epoch.sh")" {} +
