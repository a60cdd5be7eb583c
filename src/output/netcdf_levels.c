/* netcdf_levels.c - where kinds of nodes and elements stand among the names of a NetCDF file. */
#include "output/netcdf_levels.h"
#include <string.h>

const netcdf_level netcdf_node_levels[] = {
    {"structural", "struct", "struct", "Structural"}, {"electric", "elec", "elec", "Electric"},
    {"abstract", "abstr", "abstr", "Abstract"},       {"parameter", "param", "param", "Parameter"},
    {"hydraulic", "pres", "pres", "Hydraulic"},       {"thermal", "thermal", "thermal", "Thermal"},
};
const int netcdf_node_level_count = ARRAY_LEN(netcdf_node_levels);

const netcdf_level netcdf_elem_levels[] = {
    {"automatic structural", "autostruct", "autostruct", "AutomaticStructural"},
    {"gravity", "gravity", "gravity", "Gravity"},
    {"inertia", "inertia", "inertia", "Inertia"},
    {"joint", "joint", "joint", "Joint"},
    {"beam", "beam", "beam", "Beam"},
    {"beam2", "beam", "beam", "Beam"},
    {"beam3", "beam", "beam", "Beam"},
    {"hbeam2", "beam", "beam", "Beam"},
    {"shell4eas", "plate", "plate", "Plate"},
    {"shell4easans", "plate", "plate", "Plate"},
    {"membrane4eas", "plate", "plate", "Plate"},
    {"solid", "solid", "solid", "Solid"},
    {"air properties", "airproperties", "airproperties", "AirProperties"},
    {"induced velocity", "inducedvelocity", "inducedvelocity", "InducedVelocity"},
    {"rotor", "inducedvelocity", "inducedvelocity", "InducedVelocity"},
    {"aerodynamic beam", "aerodynamic", "aerodynamic", "AerodynamicElement"},
    {"aerodynamic beam2", "aerodynamic", "aerodynamic", "AerodynamicElement"},
    {"aerodynamic beam3", "aerodynamic", "aerodynamic", "AerodynamicElement"},
    {"aerodynamic body", "aerodynamic", "aerodynamic", "AerodynamicElement"},
    {"aircraft instruments", "aerodynamic", "aerodynamic", "AerodynamicElement"},
    {"generic aerodynamic force", "aerodynamic", "aerodynamic", "AerodynamicElement"},
    {"aeromodal", "aeromodal", "aeromodal", "AeroModal"},
    {"force", "force", "force", "Force"},
    {"couple", "force", "couple", "Force"},
    {"electric", "electric", "electric", "Electric"},
    {"genel", "genel", "genel", "Genel"},
    {"hydraulic", "hydraulic", "hydraulic", "Hydraulic"},
    {"thermal", "thermal", "thermal", "Thermal"},
    {"loadable", "loadable", "loadable", "Loadable"},
    {"user defined", "loadable", "loadable", "Loadable"},
};
const int netcdf_elem_level_count = ARRAY_LEN(netcdf_elem_levels);

static const netcdf_level *find(const netcdf_level *levels, int n, const char *of)
{
    for (int i = 0; i < n; i++)
        if (strcmp(levels[i].of, of) == 0)
            return &levels[i];
    return NULL;
}

const netcdf_level *netcdf_level_of_node(const node *n)
{
    return find(netcdf_node_levels, netcdf_node_level_count, n->type->keyword);
}

const netcdf_level *netcdf_level_of_elem(const elem *e)
{
    return find(netcdf_elem_levels, netcdf_elem_level_count, e->type->card);
}

bool netcdf_level_leads(const netcdf_level *level)
{
    return level == netcdf_elem_levels || strcmp(level[-1].list, level->list) != 0;
}
