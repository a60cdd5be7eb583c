# Hardening.cmake - what makes a mistake in memory end the program instead of serving who provoked it.
#
# Sanitizers find more, and replace the functions that FORTIFY_SOURCE checks.
include(CheckPIESupported)
check_pie_supported(LANGUAGES C)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
add_link_options(-Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack)
if(NOT TORSOR_SANITIZE)
  add_compile_options(-fstack-protector $<$<NOT:$<CONFIG:Debug>>:-U_FORTIFY_SOURCE> $<$<NOT:$<CONFIG:Debug>>:-D_FORTIFY_SOURCE=2>)
endif()
