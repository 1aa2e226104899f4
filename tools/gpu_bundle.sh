#!/usr/bin/env bash
# Makes a folder that runs on a machine with a GPU and none of our packages: the program, the tests that compare the GPU
# with the processor, and every library that they need, except those of the C library and the driver.
#
#   tools/gpu_bundle.sh BUILD FOLDER      FOLDER/philidor ... and FOLDER/gpu_tests ... then run there
set -euo pipefail
build=$1
folder=$2
rm -rf "$folder"
mkdir -p "$folder/bin" "$folder/lib"
for program in "$build/bin/philidor" "$build/tests/gpu_tests"; do
    name=$(basename "$program")
    cp "$program" "$folder/bin/$name"
    strip "$folder/bin/$name"
    ldd "$program" | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' |
        { grep -vE '/(libc|libm|libdl|librt|libpthread|ld-linux[^/]*)\.so' || true; } |
        xargs -r cp -L --update --target-directory "$folder/lib"
    cat > "$folder/$name" <<'END'
#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
LD_LIBRARY_PATH="$here/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" exec "$here/bin/$(basename "$0")" "$@"
END
    chmod +x "$folder/$name"
done
du -sh "$folder"
