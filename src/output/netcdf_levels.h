/* netcdf_levels.h - where kinds of nodes and elements stand among the names of a NetCDF file. */
#pragma once
#include "model/model.h"

typedef struct {
    const char *of;    /* keyword of the node type, card of the element */
    const char *list;  /* "force": its labels stand in elem.force */
    const char *name;  /* "couple": its columns stand in elem.couple.LABEL */
    const char *words; /* "Force": of the description of the list */
} netcdf_level;

extern const netcdf_level netcdf_node_levels[], netcdf_elem_levels[];
extern const int netcdf_node_level_count, netcdf_elem_level_count;

/* NULL: nothing of it is written. */
const netcdf_level *netcdf_level_of_node(const node *n);
const netcdf_level *netcdf_level_of_elem(const elem *e);
/* The first of the rows that share a list. */
bool netcdf_level_leads(const netcdf_level *level);
