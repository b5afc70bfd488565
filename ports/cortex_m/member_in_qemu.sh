#!/bin/sh
# A member's firmware (run_member.c) under QEMU, for `mote launch --boards N --runner "member_in_qemu.sh MACHINE FIRMWARE"`: its UARTs are
# Unix sockets LINKS/LOW_HIGH to each other member, in order; the one with the lower number listens. In FOLDER are inputs.bin and, then, outputs.bin.
# usage: member_in_qemu.sh MACHINE FIRMWARE MEMBER MEMBERS RUNS DEADLINE_MS LINKS FOLDER
set -eu
machine=$1 firmware=$2 member=$3 members=$4 links=$7 folder=$8
cd "$folder"
echo "$member $members $5 $6 $(od -An -N4 -tu4 /dev/urandom)" >member
set --
other=0
while [ "$other" -lt "$members" ]; do
  if [ "$other" -gt "$member" ]; then
    set -- "$@" -chardev "socket,id=link$other,path=$links/${member}_$other,server=on,wait=off" -serial "chardev:link$other"
  elif [ "$other" -lt "$member" ]; then
    set -- "$@" -chardev "socket,id=link$other,path=$links/${other}_$member,reconnect=1" -serial "chardev:link$other"
  fi
  other=$((other + 1))
done
# Whatever becomes of the one who started it, the board ends with it.
exec setpriv --pdeathsig KILL qemu-system-arm -machine "$machine" -display none -monitor none "$@" \
  -semihosting-config enable=on,target=native -kernel "$firmware"
