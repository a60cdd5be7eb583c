/* peer.h - a peer that connects before it is known what will be exchanged. */
#pragma once
#include "mbc/mbc_peer.h"
#include <stdbool.h>

mbc_peer *peer_create(void); /* NULL if memory is exhausted */
/* Defines what is exchanged from now on; returns false if memory is exhausted. */
bool peer_exchanges(mbc_peer *peer, unsigned flags, unsigned n);
