#!/bin/bash
# The emulated host's first process: runs scripts that come through a virtio serial port, one at a time.
#
#   host to guest: NUMBER SECONDS BASE64(script)      guest to host: NUMBER EXIT-CODE BASE64(output)
#
# The guest is off as soon as the host hangs up or the line "off" comes.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root JAVA_HOME=/opt/jdk LC_ALL=C
mkdir -p /dev/pts /dev/shm /run/netns /run/braid
mount -t devpts devpts /dev/pts
mount -t tmpfs tmpfs /dev/shm
ip link set lo up
hostname emulated

port=
for _ in {1..100}; do
    for name in /sys/class/virtio-ports/*/name; do
        [[ -r $name && $(<"$name") == braid ]] && port=/dev/$(basename "$(dirname "$name")")
    done
    [[ -n $port && -c $port ]] && break
    sleep 0.1
done
[[ -c $port ]] || poweroff -f
exec 3<>"$port"
echo "0 0 $(uname -r | base64 -w 0)" >&3
while read -r number seconds script <&3 && [[ $number != off ]]; do
    base64 -d <<<"$script" >/tmp/script
    timeout -k 2 "$seconds" bash /tmp/script >/tmp/output 2>&1 </dev/null 3>&-
    echo "$number $? $(head -c 1000000 /tmp/output | base64 -w 0)" >&3
done
poweroff -f
