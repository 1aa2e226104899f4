# philidor_embed_files(OUTPUT folder...): writes a source file that holds every file of these folders, byte for byte, and its
# compressed forms. FILE.br and FILE.gz are such forms of FILE, which `make web` makes; a file without them is compressed
# here if gzip is at hand and it helps. This happens when CMake runs, so that whoever only reads the sources, as clang-tidy
# does, finds it; CMake runs again when one of the files has changed.

find_program(PHILIDOR_GZIP gzip)
mark_as_advanced(PHILIDOR_GZIP)

# Sets `result` to an expression for the bytes of a file, and appends their array to `arrays`; "{}" if there is no such file.
function(philidor_embed_bytes file array result)
    set(${result} "{}" PARENT_SCOPE)
    if(NOT EXISTS ${file})
        return()
    endif()
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    file(READ ${file} bytes HEX)
    string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
    set(arrays "${arrays}const unsigned char ${array}[] = {\n${bytes}0};\n" PARENT_SCOPE)
    set(${result} "{reinterpret_cast<const char*>(${array}), sizeof ${array} - 1}" PARENT_SCOPE)
endfunction()

# Sets `result` to the path of a file compressed with gzip: the one beside it, or a new one; empty if it would not be smaller.
function(philidor_gzip file new result)
    set(${result} "" PARENT_SCOPE)
    if(EXISTS ${file}.gz OR NOT PHILIDOR_GZIP)
        set(${result} ${file}.gz PARENT_SCOPE)
        return()
    endif()
    execute_process(COMMAND ${PHILIDOR_GZIP} -9nc ${file} OUTPUT_FILE ${new} COMMAND_ERROR_IS_FATAL ANY)
    file(SIZE ${file} plain_size)
    file(SIZE ${new} size)
    if(size LESS plain_size)
        set(${result} ${new} PARENT_SCOPE)
    endif()
endfunction()

function(philidor_embed_files output)
    set(arrays "")
    set(entries "")
    set(number 0)
    foreach(folder IN LISTS ARGN)
        file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${folder} ${folder}/*)
        list(FILTER files EXCLUDE REGEX "\\.(br|gz)$")
        foreach(file IN LISTS files)
            philidor_gzip(${folder}/${file} ${output}.${number}.gz gzip_file)
            philidor_embed_bytes(${folder}/${file} file_${number} plain)
            philidor_embed_bytes("${gzip_file}" file_${number}_gzip gzip)
            philidor_embed_bytes(${folder}/${file}.br file_${number}_brotli brotli)
            string(APPEND entries "    {\"/${file}\",\n     ${plain},\n     ${gzip},\n     ${brotli}},\n")
            math(EXPR number "${number} + 1")
        endforeach()
    endforeach()
    file(WRITE ${output}.new
        "// Written by cmake/embed_files.cmake.\n"
        "#include \"philidor/serve/embedded_files.hpp\"\n\n"
        "namespace philidor {\n\nnamespace {\n\n${arrays}\n"
        "const EmbeddedFile embedded[] = {\n${entries}};\n\n}  // namespace\n\n"
        "std::span<const EmbeddedFile> embedded_files() { return embedded; }\n\n}  // namespace philidor\n")
    file(COPY_FILE ${output}.new ${output} ONLY_IF_DIFFERENT)  # else all of it would be compiled again
endfunction()
