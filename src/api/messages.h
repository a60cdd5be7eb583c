/* messages.h - messages as data, with the strings they need. */
#pragma once
#include "base/array.h"
#include "base/diag.h"
#include "torsor/torsor.h"

typedef struct {
    arena *memory;
    ARRAY(torsor_message) at;
    void (*hear)(void *to, const torsor_message *m); /* NULL: nobody */
    void *context;
} message_list;

void messages_open(message_list *l, diag *from);
void messages_close(message_list *l);
