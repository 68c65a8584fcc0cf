#!/usr/bin/env bash
# The time that built files get, in seconds since 1970: SOURCE_DATE_EPOCH, else the one that the jars have
# (project.build.outputTimestamp in pom.xml). So the same sources give the same bytes, whenever they are built.
set -euo pipefail
if [[ -n ${SOURCE_DATE_EPOCH:-} ]]; then
    echo "$SOURCE_DATE_EPOCH"
else
    pom=$(dirname -- "$(readlink -f -- "$0")")/../../pom.xml
    date -u -d "$(sed -n 's/.*<project.build.outputTimestamp>\(.*\)<.*/\1/p' "$pom")" +%s
fi
