# The libraries Torsor is linked with (tools/setup installs them on Debian): TORSOR_LIBRARIES, TORSOR_INCLUDES.
set(TORSOR_LIBRARIES "")
foreach(name klu btf umfpack colamd amd metis dmumps_seq arpack lapack blas netcdf)
  find_library(TORSOR_${name} ${name} REQUIRED)
  list(APPEND TORSOR_LIBRARIES ${TORSOR_${name}})
endforeach()
find_package(ZLIB REQUIRED)
list(APPEND TORSOR_LIBRARIES ZLIB::ZLIB m dl pthread)
find_path(TORSOR_INCLUDES klu.h PATH_SUFFIXES suitesparse REQUIRED)
