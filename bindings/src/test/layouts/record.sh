#!/usr/bin/env bash
# Prints what a C compiler makes of the structures and constants in includes.txt, for LayoutsTest to compare the generated
# Java with: record.sh [ROOT]
#
# Needs gcc, pahole (Debian's package dwarves), and DPDK's headers as generate.sh does. So the two come to their offsets by
# different ways: jextract by libclang, this by gcc's debugging information. Recorded are
#
#   STRUCT [FIELD] OFFSET SIZE     in bytes; bit-fields are left out, fields of named members have a dotted name
#   CONSTANT VALUE
set -euo pipefail
root=${1:-}
cd "$(dirname "$0")/../../main/jextract"
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
wanted() { sed -n "s/^--include-$1 \([A-Za-z0-9_]*\).*/\1/p" includes.txt | sort -u; }
{
    cat braid_dpdk.h
    wanted struct | sed 's/.*/struct & *of_&;/'
    # Their values are read from the compiler's assembler output.
    wanted constant | sed 's/.*/const long value_of_& = (long)&;/'
} >"$work/all.c"
flags=(-g -O0 -march=corei7 "-I$root/usr/include/dpdk" "-I$root/usr/include/x86_64-linux-gnu/dpdk" -include rte_config.h)
gcc -S "${flags[@]}" "$work/all.c" -o "$work/all.s"
gcc -c "${flags[@]}" "$work/all.c" -o "$work/all.o"
wanted struct | while read -r struct; do
    pahole -F dwarf -C "$struct" "$work/all.o" | awk -v struct="$struct" '
        # "struct NAME {", "union {": what it is called is said at its end.
        /\{$/ { lines[++depth] = ""; next }
        /^\}/ { printf "%s", lines[1]; next }
        /^\t*\/\* size: / { sub(/,/, "", $3); if (depth == 1) print struct, $3; next }
        /\/\* +[0-9]+ +[0-9]+ \*\// {
            match($0, /\/\* +[0-9]+ +[0-9]+ \*\//)
            split(substr($0, RSTART + 2, RLENGTH - 4), at, " ")
            declaration = substr($0, 1, RSTART - 1)
            gsub(/ __attribute__\(\(.*\)\)/, "", declaration)
            sub(/;[ \t]*$/, "", declaration)
            inner = ""
            closes = declaration ~ /^\t+\}/
            if (closes) inner = lines[depth--]
            name = ""
            if (match(declaration, /\(\*[a-z_0-9]+\)/)) name = substr(declaration, RSTART + 2, RLENGTH - 3)
            else { gsub(/(\[[0-9]+\])+$/, "", declaration); if (match(declaration, /[A-Za-z_0-9]+$/)) name = substr(declaration, RSTART) }
            if (name != "") {
                lines[depth] = lines[depth] struct " " name " " at[1] " " at[2] "\n"
                gsub("(^|\n)" struct " ", "&" name ".", inner)
            }
            lines[depth] = lines[depth] inner
        }'
done
awk '/^value_of_.*:$/ { name = substr($1, 10, length($1) - 10) }
    name != "" && $1 == ".quad" { print name, $2; name = "" }
    name != "" && $1 == ".zero" { print name, 0; name = "" }' "$work/all.s"
