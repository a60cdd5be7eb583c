/* wrong_version.c - a module of a version to come. */
#include "torsor/module.h"

const torsor_module *torsor_module_open(const torsor_host *host)
{
    static const torsor_module MODULE = {.version = 99, .name = "wrong version"};
    (void)host;
    return &MODULE;
}
