# The vcpkg port of bpetite, for an overlay: vcpkg install bpetite --overlay-ports=packaging/vcpkg
# It was never run: vcpkg needs packages that the machines of this project cannot fetch. The library
# is that of the folder two levels above.
get_filename_component(SOURCE_PATH ${CMAKE_CURRENT_LIST_DIR}/../.. ABSOLUTE)

vcpkg_cmake_configure(SOURCE_PATH ${SOURCE_PATH} OPTIONS -DBPETITE_BUILD_PROGRAM=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME bpetite CONFIG_PATH lib/cmake/bpetite)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE ${CURRENT_PACKAGES_DIR}/debug/include)
vcpkg_install_copyright(FILE_LIST ${SOURCE_PATH}/LICENSE ${SOURCE_PATH}/LICENSES/Unicode-3.0.txt)
