# Headers, libraries, tools and TileConfig.cmake for find_package(Tile).
include(CMakePackageConfigHelpers)

set(TILE_INSTALL_CMAKEDIR ${CMAKE_INSTALL_LIBDIR}/cmake/Tile)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/Tile ${CMAKE_BINARY_DIR}/include/Tile
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.inc"
        PATTERN "CMakeFiles" EXCLUDE)
install(EXPORT TileTargets NAMESPACE Tile:: DESTINATION ${TILE_INSTALL_CMAKEDIR})

get_property(TILE_LIBRARIES GLOBAL PROPERTY TILE_LIBRARIES)
set(MLIR_VERSION_MAJOR ${LLVM_VERSION_MAJOR})
set(MLIR_VERSION_MINOR ${LLVM_VERSION_MINOR})
configure_package_config_file(
  ${CMAKE_SOURCE_DIR}/cmake/modules/TileConfig.cmake.in
  ${CMAKE_BINARY_DIR}/TileConfig.cmake
  INSTALL_DESTINATION ${TILE_INSTALL_CMAKEDIR}
  PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_BINDIR)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/TileConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/TileConfig.cmake
              ${CMAKE_BINARY_DIR}/TileConfigVersion.cmake
        DESTINATION ${TILE_INSTALL_CMAKEDIR})
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
