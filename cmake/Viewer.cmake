# The viewer, bundled into one page that the program carries inside. The page is made by tools/bundle-viewer, which fetches the packages of
# viewer/package-lock.json once; with TORSOR_VIEWER_PAGE it has been made before. Without the viewer, `torsor view` says so.
if(NOT TORSOR_VIEWER)
  return()
endif()
set(viewer_page ${TORSOR_VIEWER_PAGE})
if(NOT viewer_page)
  set(viewer_page ${CMAKE_BINARY_DIR}/viewer.html)
  file(GLOB viewer_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/viewer/src/* ${CMAKE_SOURCE_DIR}/viewer/*.html
    ${CMAKE_SOURCE_DIR}/viewer/*.json)
  add_custom_command(OUTPUT ${viewer_page} COMMAND ${CMAKE_SOURCE_DIR}/tools/bundle-viewer ${viewer_page}
    DEPENDS ${viewer_sources} ${CMAKE_SOURCE_DIR}/tools/bundle-viewer ${CMAKE_SOURCE_DIR}/tools/fetch-packages
    COMMENT "Bundling the viewer" VERBATIM)
elseif(NOT EXISTS ${viewer_page})
  message(FATAL_ERROR "TORSOR_VIEWER_PAGE: ${viewer_page} is not there")
endif()
set_source_files_properties(src/app/viewer_page.c PROPERTIES OBJECT_DEPENDS ${viewer_page}
  COMPILE_DEFINITIONS VIEWER_PAGE="${viewer_page}")
