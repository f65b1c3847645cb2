# Finds the C library of Travertine, installed together with this file, and defines
#
#     travertine::travertine   the shared library
#     travertine::static       the static library
#
# This file is in PREFIX/share/travertine; the libraries are below PREFIX.
get_filename_component(_travertine_prefix "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)

find_path(travertine_INCLUDE_DIR travertine.h PATHS "${_travertine_prefix}/include" NO_DEFAULT_PATH)
foreach(_travertine_kind SHARED STATIC)
    set(_travertine_name ${CMAKE_${_travertine_kind}_LIBRARY_PREFIX}travertine)
    find_library(
        travertine_${_travertine_kind}_LIBRARY
        NAMES ${_travertine_name}${CMAKE_${_travertine_kind}_LIBRARY_SUFFIX}
        PATHS "${_travertine_prefix}/lib" "${_travertine_prefix}/lib/${CMAKE_LIBRARY_ARCHITECTURE}"
              "${_travertine_prefix}/lib64"
        NO_DEFAULT_PATH)
endforeach()
mark_as_advanced(travertine_INCLUDE_DIR travertine_SHARED_LIBRARY travertine_STATIC_LIBRARY)

include(CMakeFindDependencyMacro)
find_dependency(Threads)

if(travertine_SHARED_LIBRARY AND NOT TARGET travertine::travertine)
    add_library(travertine::travertine SHARED IMPORTED)
    set_target_properties(
        travertine::travertine PROPERTIES
        IMPORTED_LOCATION "${travertine_SHARED_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${travertine_INCLUDE_DIR}")
endif()

if(travertine_STATIC_LIBRARY AND NOT TARGET travertine::static)
    add_library(travertine::static STATIC IMPORTED)
    set_target_properties(
        travertine::static PROPERTIES
        IMPORTED_LOCATION "${travertine_STATIC_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${travertine_INCLUDE_DIR}"
        # What the standard library of Rust needs.
        INTERFACE_LINK_LIBRARIES "Threads::Threads;${CMAKE_DL_LIBS};$<$<PLATFORM_ID:Linux>:m>")
endif()

if(NOT travertine_INCLUDE_DIR OR NOT (TARGET travertine::travertine OR TARGET travertine::static))
    set(travertine_FOUND FALSE)
    set(travertine_NOT_FOUND_MESSAGE "no header or library of Travertine is in ${_travertine_prefix}")
endif()
