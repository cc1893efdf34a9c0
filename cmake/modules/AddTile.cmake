# Helpers for Tile's libraries, tools and precompiled headers.

# The compiler options that keep ccache useful with clang's precompiled headers
# (CCACHE_SLOPPINESS is set by the launcher in scripts/).
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
endif()

# Installed tools find the project's shared libraries beside them and LLVM's where
# they were linked.
set(CMAKE_INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)

# tile_precompiled_headers(NAME HEADER...)
# Defines a set of precompiled headers. Libraries name it in add_tile_library's
# PCH clause; it is compiled once for all of them.
function(tile_precompiled_headers name)
  if(NOT TILE_ENABLE_PCH)
    return()
  endif()
  set(anchor ${CMAKE_BINARY_DIR}/pch/${name}.cpp)
  file(CONFIGURE OUTPUT ${anchor} CONTENT "// The precompiled headers ${name}.\n")
  add_library(${name} OBJECT ${anchor})
  set(headers)
  foreach(header IN LISTS ARGN)
    list(APPEND headers "<${header}>")
  endforeach()
  target_precompile_headers(${name} PRIVATE ${headers})
  tile_compile_options(${name})
endfunction()

# Flags every object of the project is compiled with. MLIR is built without
# exceptions and with RTTI.
function(tile_compile_options target)
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions -fvisibility-inlines-hidden>
    -Wall -Wextra -Wno-unused-parameter)
endfunction()

# add_tile_library(NAME SOURCE... [PCH NAME] [LINK LIB...] [DEPENDS TARGET...])
# A static library in the export set; LINK is public.
function(add_tile_library name)
  cmake_parse_arguments(ARG "" "PCH" "LINK;DEPENDS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  add_library(Tile::${name} ALIAS ${name})
  tile_compile_options(${name})
  # MLIR's headers call functions of LLVM, and GNU ld takes no symbol from a
  # library that is only needed by another.
  if("MLIR" IN_LIST ARG_LINK)
    list(APPEND ARG_LINK LLVM)
  endif()
  target_link_libraries(${name} PUBLIC ${ARG_LINK})
  target_include_directories(${name} INTERFACE
    $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${CMAKE_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  if(ARG_PCH AND TILE_ENABLE_PCH)
    target_precompile_headers(${name} REUSE_FROM ${ARG_PCH})
  endif()
  install(TARGETS ${name} EXPORT TileTargets
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  set_property(GLOBAL APPEND PROPERTY TILE_LIBRARIES ${name})
endfunction()

# add_tile_tool(NAME SOURCE... [PCH NAME] [LINK LIB...])
# An installed executable.
function(add_tile_tool name)
  cmake_parse_arguments(ARG "" "PCH" "LINK" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  tile_compile_options(${name})
  target_link_libraries(${name} PRIVATE ${ARG_LINK})
  if(ARG_PCH AND TILE_ENABLE_PCH)
    target_precompile_headers(${name} REUSE_FROM ${ARG_PCH})
  endif()
  install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  set_property(GLOBAL APPEND PROPERTY TILE_TOOLS ${name})
endfunction()
