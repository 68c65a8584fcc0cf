#!/bin/bash
# Builds the emulated host's disk: image.sh DIRECTORY JAVA_HOME. Leaves vmlinuz, initrd and root.img in DIRECTORY.
#
# Lines on standard output that begin with "== " tell how far it is; all else is for the log. Needs root and Debian's archive.
set -euo pipefail

# What is mounted goes with this script, however it ends.
if [[ -z ${IN_NAMESPACE:-} ]]; then
    IN_NAMESPACE=1 exec unshare --mount --propagation private bash "$0" "$@"
fi

readonly OUT=$1 JAVA_HOME=$2
readonly ROOT=$OUT/root INITRD=$OUT/initrd.d
readonly MIRROR=${BRAID_DEBIAN_MIRROR:-http://deb.debian.org/debian}
# DPDK 22.11, as on the host; a kernel with netkit; what the checks look with.
readonly RELEASE=bookworm KERNEL_RELEASE=bookworm-backports
readonly PACKAGES="dpdk librte-bus-pci23 librte-bus-vdev23 librte-mempool-ring23 librte-net-virtio23 librte-net-e1000-23
    librte-net-tap23 iproute2 iputils-ping kmod numactl pciutils ethtool procps iperf3 curl util-linux busybox-static"
# Modules for what an emulated host has not.
readonly UNUSED="sound drivers/gpu drivers/media drivers/staging drivers/net/wireless drivers/infiniband drivers/usb
    drivers/scsi drivers/iio drivers/hwmon drivers/input drivers/mtd drivers/platform drivers/bluetooth drivers/firmware"
export DEBIAN_FRONTEND=noninteractive LC_ALL=C

step() { echo "== $*"; }

step "a minimal Debian $RELEASE"
rm -rf -- "$ROOT" "$INITRD"
debootstrap --variant=minbase "$RELEASE" "$ROOT" "$MIRROR"
mount -t proc proc "$ROOT/proc"
printf 'deb %s %s main\n' "$MIRROR" "$RELEASE" "$MIRROR" "$KERNEL_RELEASE" >"$ROOT/etc/apt/sources.list"
printf '#!/bin/sh\nexit 101\n' >"$ROOT/usr/sbin/policy-rc.d" # no daemon is to start
chmod +x "$ROOT/usr/sbin/policy-rc.d"
printf 'path-exclude=%s\n' '/usr/share/doc/*' '/usr/share/man/*' '/usr/share/locale/*' >"$ROOT/etc/dpkg/dpkg.cfg.d/small"

step "DPDK and tools"
chroot "$ROOT" apt-get update
chroot "$ROOT" apt-get install -y --no-install-recommends $PACKAGES

step "the kernel of $KERNEL_RELEASE"
kernel=$(chroot "$ROOT" apt-cache depends "linux-image-amd64/$KERNEL_RELEASE" | sed -n 's/^ *Depends: \(linux-image-[0-9].*\)/\1/p' | head -n 1)
[[ -n $kernel ]] || { echo "no kernel in $KERNEL_RELEASE"; exit 1; }
readonly VERSION=${kernel#linux-image-}
mkdir "$ROOT/kernel"
# Unpacked, not installed: no boot loader and no initramfs-tools.
chroot "$ROOT" sh -c 'cd /kernel && apt-get -o APT::Sandbox::User=root download "$1" && dpkg-deb -x ./*.deb .' sh "$kernel/$KERNEL_RELEASE"
mkdir -p "$ROOT/usr/lib/modules"
mv "$ROOT/kernel/lib/modules/$VERSION" "$ROOT/usr/lib/modules/" 2>/dev/null \
    || mv "$ROOT/kernel/usr/lib/modules/$VERSION" "$ROOT/usr/lib/modules/"
cp "$ROOT/kernel/boot/vmlinuz-$VERSION" "$OUT/vmlinuz"
rm -rf -- "$ROOT/kernel"
for directory in $UNUSED; do
    rm -rf -- "$ROOT/usr/lib/modules/$VERSION/kernel/$directory"
done
chroot "$ROOT" depmod "$VERSION"

step "the initial file system"
mkdir -p "$INITRD"/{bin,dev,proc,sys,root,modules}
cp "$ROOT/bin/busybox" "$INITRD/bin/"
number=10
for module in $(chroot "$ROOT" modprobe -S "$VERSION" --show-depends -a virtio_blk ext4 | sed -n 's/^insmod \([^ ]*\).*/\1/p' | awk '!seen[$0]++'); do
    name=$(basename "$module" .xz)
    case $module in
        *.xz) "$ROOT/bin/busybox" xzcat "$ROOT$module" >"$INITRD/modules/$number-$name" ;;
        *) cp "$ROOT$module" "$INITRD/modules/$number-$name" ;;
    esac
    number=$((number + 1))
done
cat >"$INITRD/init" <<'INIT'
#!/bin/busybox sh
busybox mount -t devtmpfs dev /dev
busybox mount -t proc proc /proc
busybox mount -t sysfs sys /sys
for module in /modules/*; do busybox insmod "$module"; done
tries=0
until busybox mount -t ext4 /dev/vda /root; do
    tries=$((tries + 1))
    [ $tries -lt 100 ] || busybox poweroff -f
    busybox usleep 100000
done
for directory in dev proc sys; do busybox mount --move /$directory /root/$directory; done
exec busybox switch_root /root /sbin/guest
INIT
chmod +x "$INITRD/init"
(cd "$INITRD" && find . | "$ROOT/bin/busybox" cpio -o -H newc | gzip -1) >"$OUT/initrd"

# All that may change without a new image comes through the share.
cat >"$ROOT/sbin/guest" <<'GUEST'
#!/bin/bash
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
mount -t tmpfs tmpfs /run
mount -t tmpfs tmpfs /tmp
modprobe -a 9p 9pnet_virtio
mkdir -p /share
mount -t 9p -o trans=virtio,version=9p2000.L,msize=262144,ro share /share || poweroff -f
exec /bin/bash /share/agent.sh
GUEST
chmod +x "$ROOT/sbin/guest"

step "the JDK"
mkdir -p "$ROOT/opt/jdk"
(cd "$JAVA_HOME" && tar -c --dereference --exclude=./jmods --exclude=./man --exclude=./lib/src.zip --exclude=./lib/ct.sym --exclude=./legal .) \
    | tar -x -C "$ROOT/opt/jdk"

step "the disk"
umount "$ROOT/proc"
rm -rf -- "$ROOT"/var/cache/apt/* "$ROOT"/var/lib/apt/lists/* "$ROOT"/usr/share/{doc,man,locale}/*
size=$(du -sm "$ROOT" | cut -f 1)
rm -f -- "$OUT/root.img"
mke2fs -q -t ext4 -O ^has_journal -E lazy_itable_init=1 -d "$ROOT" "$OUT/root.img" "$((size * 5 / 4 + 64))M"
rm -rf -- "$ROOT" "$INITRD"
