#!/usr/bin/env bash
# usage: check_packaging.sh PROGRAM
#
# Fails if the container would lack a library that the program is linked with, or if systemd would not accept the unit.
# The first can be told on the release of Debian that the container is based on, the second where systemd is installed.
set -euo pipefail
cd "$(dirname "$0")/../packaging"

status=0
checks=0
codename=$(. /etc/os-release 2>/dev/null && echo "${VERSION_CODENAME:-}")
if [[ -n $codename ]] && grep -q "^ARG DEBIAN=$codename-" Containerfile && command -v dpkg-query >/dev/null; then
    checks=$((checks + 1))
    while read -r path; do
        library=$(basename "$path")
        # Packages name files in /lib and /usr/lib, which are one folder.
        package=$(dpkg-query --search "*/$(basename "$(dirname "$path")")/$library" | sed 's/:.*//' | sort -u | head -1)
        case $package in
            libc6 | libgcc-s1 | libstdc++6) continue ;;  # in every image: apt needs them
        esac
        grep -qw -- "$package" Containerfile && continue
        echo "Containerfile: $package is missing, and the program needs $library of it"
        status=1
    done < <(ldd "$1" | awk '$2 == "=>" { print $3 }')
fi
if command -v systemd-analyze >/dev/null; then
    checks=$((checks + 1))
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    # The program need not be installed for this.
    sed 's#/usr/local/bin/philidor#/bin/true#' philidor.service >"$folder/philidor.service"
    complaints=$(systemd-analyze verify "$folder/philidor.service" 2>&1) || status=1
    [[ -z $complaints ]] || { echo "$complaints"; status=1; }
fi
if ((checks == 0)); then
    echo "skipped: packaging (this is not the Debian of the container, and there is no systemd)"
    exit 77
fi
((status == 0)) && echo "packaging: $checks of 2 checks done"
exit "$status"
