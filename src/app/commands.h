/* commands.h - the commands that read their own arguments. */
#pragma once
#include "app/campbell.h"
#include "app/fem.h"
#include "app/fmu.h"
#include "app/mesh.h"
#include "app/pod.h"
#include "app/reduce.h"
#include "app/trim.h"
#include "app/view.h"
