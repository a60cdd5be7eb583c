# What is installed, in three components: `cmake --install BUILD --component runtime`, `development`, `documentation`.
include(CMakePackageConfigHelpers)
set(TORSOR_CMAKE_FOLDER ${CMAKE_INSTALL_LIBDIR}/cmake/torsor)
# Seen from where torsor.pc is, so that the tree can be moved.
file(RELATIVE_PATH TORSOR_PREFIX_FROM_PC /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
configure_file(cmake/torsor.pc.in torsor.pc @ONLY)
configure_file(cmake/torsor-mbc.pc.in torsor-mbc.pc @ONLY)
configure_package_config_file(cmake/torsor-config.cmake.in torsor-config.cmake INSTALL_DESTINATION ${TORSOR_CMAKE_FOLDER})
# Before 1.0.0 a new minor version may break what was built with the one before (docs/versions.md).
write_basic_package_version_file(torsor-config-version.cmake COMPATIBILITY SameMinorVersion)

install(TARGETS torsor RUNTIME COMPONENT runtime)
install(TARGETS torsor_precice RUNTIME DESTINATION ${CMAKE_INSTALL_LIBDIR}/torsor COMPONENT runtime)
install(TARGETS torsor_fmu LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/torsor COMPONENT runtime)
if(TARGET torsor_mpi)
  install(TARGETS torsor_mpi LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/torsor COMPONENT runtime)
endif()
install(TARGETS libtorsor torsor_mbc EXPORT torsor-targets
  LIBRARY COMPONENT runtime NAMELINK_COMPONENT development)

install(EXPORT torsor-targets NAMESPACE torsor:: DESTINATION ${TORSOR_CMAKE_FOLDER} COMPONENT development)
install(FILES ${CMAKE_BINARY_DIR}/torsor-config.cmake ${CMAKE_BINARY_DIR}/torsor-config-version.cmake
  DESTINATION ${TORSOR_CMAKE_FOLDER} COMPONENT development)
install(FILES ${CMAKE_BINARY_DIR}/torsor.pc ${CMAKE_BINARY_DIR}/torsor-mbc.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
  COMPONENT development)
install(DIRECTORY include/torsor include/mbc TYPE INCLUDE COMPONENT development)
install(FILES docs/man/torsor.3 DESTINATION ${CMAKE_INSTALL_MANDIR}/man3 COMPONENT development)

install(FILES docs/man/torsor.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT runtime)
install(FILES completions/torsor.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME torsor COMPONENT runtime)
install(FILES completions/_torsor DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT runtime)
install(FILES LICENSE NOTICE TYPE DOC COMPONENT runtime)
install(FILES README.md CHANGELOG.md TYPE DOC COMPONENT documentation)
# The manual as it is in the repository, so that its links hold; and the site, when `make docs` has built it.
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT documentation PATTERN man EXCLUDE PATTERN mkdocs.yml EXCLUDE)
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT documentation PATTERN "*.html" EXCLUDE)
install(DIRECTORY ${CMAKE_BINARY_DIR}/docs/site/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/html COMPONENT documentation OPTIONAL)
