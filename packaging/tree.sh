#!/usr/bin/env bash
# Builds Braid and makes the tree that is installed as /usr/lib/braid: packaging/tree.sh DIRECTORY [MVN-ARG...]
#
#   braid          the launcher, as it stands in the source tree
#   lib/*.jar      Braid's modules and the libraries that the dataplane needs; nothing of the lab and the benchmarks
#   cni/           the CNI plugin and an example of its configuration
#   host.yaml      an example of the configuration; host.schema.json is its schema
#   LICENSE
#
# Needs a JDK 25 (JAVA_HOME) and Maven. DIRECTORY must not exist. All files get the time that epoch.sh says:
# the same sources give the same bytes.
set -euo pipefail
die() { echo "tree.sh: $*" >&2; exit 1; }
[[ $# -ge 1 ]] || { sed -n '2s/^# //p' "$0" >&2; exit 2; }
tree=$1
shift
[[ ! -e $tree ]] || die "$tree is there already"
major=$("${JAVA_HOME:-/usr}/bin/javac" -version 2>&1 | sed -n 's/^javac \([0-9]*\).*/\1/p')
[[ ${major:-0} -ge 25 ]] || die "JAVA_HOME must be that of a JDK 25 or newer; it is ${JAVA_HOME:-not set}"
command -v mvn >/dev/null || die "Maven is missing: apt-get install maven"
here=$(dirname -- "$(readlink -f -- "$0")")
source=$(dirname -- "$here")
mkdir -p -- "$tree/lib" "$tree/cni"
tree=$(readlink -f -- "$tree")

log=$(mktemp -t braid-tree.XXXXXX)
# One directory for every module's libraries: they are those of the dataplane, which needs all modules.
MAVEN_OPTS="${MAVEN_OPTS:-} --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow" \
    mvn -B -ntp -f "$source/pom.xml" -pl dataplane -am "$@" package dependency:copy-dependencies -Dmaven.test.skip=true \
    -DincludeScope=runtime -DoutputDirectory="$tree/lib" </dev/null >"$log" 2>&1 ||
    { grep '^\[ERROR\]' "$log" | head -n 40 >&2 || tail -n 40 "$log" >&2; die "the build failed (all of its output: $log)"; }
rm -f -- "$log"
for module in bindings flow-table numa-scheduler bgp-lite dataplane; do
    cp -- "$source/$module/target/$module"-*.jar "$tree/lib/"
done
cp -- "$source/braid" "$source/LICENSE" "$source/dataplane/host.yaml" "$source/dataplane/host.schema.json" "$tree/"
cp -- "$source"/docker/cni/* "$tree/cni/"
find "$tree" -type d -exec chmod 755 {} +
find "$tree" -type f -exec chmod 644 {} +
chmod 755 "$tree/braid" "$tree/cni/braid"
find "$tree" -exec touch --no-dereference --date="@$("$here/epoch.sh")" {} +
