#!/usr/bin/env bash
# Makes a Java runtime with what Braid needs of one: docker/packaging/runtime.sh JDK DIRECTORY
#
# About 50 MB instead of a JDK's 300. JDK is the directory of a JDK 25; DIRECTORY must not exist. jdk.jcmd is for who looks
# for faults (jcmd, jstack), jdk.jfr for recordings; java.xml and java.naming are Logback's, jdk.unsupported the libraries'.
set -euo pipefail
[[ $# -eq 2 ]] || { sed -n '2s/^# //p' "$0" >&2; exit 2; }
# Debian's JDK has debugging symbols of 700 MB beside the JVM, which are left out.
modules=java.base,java.logging,java.management,java.naming,java.xml,jdk.jcmd,jdk.jfr,jdk.management,jdk.unsupported
"$1/bin/jlink" --add-modules "$modules" --output "$2" --vm server --compress zip-6 --strip-java-debug-attributes \
    --no-header-files --no-man-pages --exclude-files='**.debuginfo'
