/* unwilling.c - a module that refuses to work. */
#include "torsor/module.h"

const torsor_module *torsor_module_open(const torsor_host *host)
{
    (void)host;
    return NULL;
}
