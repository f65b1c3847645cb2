/* What the test programs share: checks, and a small graph. */
#ifndef CHECK_H
#define CHECK_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <travertine.h>

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
            exit(1); \
        } \
    } while (0)

/* A call that succeeds, and sets its error to NULL. */
#define OK(call) \
    do { \
        error = (travertine_error *)&error; \
        if ((call) != TRAVERTINE_OK) fprintf(stderr, "%s\n", travertine_error_message(error)); \
        CHECK(error == NULL); \
    } while (0)

/* A call that fails with this code and a message that contains `part`. */
#define FAILS(code, part, call) \
    do { \
        error = NULL; \
        CHECK((call) == (code)); \
        CHECK(error != NULL && travertine_error_code(error) == (code)); \
        if (!strstr(travertine_error_message(error), part)) fprintf(stderr, "%s\n", travertine_error_message(error)); \
        CHECK(strstr(travertine_error_message(error), part)); \
        CHECK(travertine_error_json(error)[0] == '['); \
        travertine_error_free(error); \
        error = NULL; \
    } while (0)

static const char GRAPH[] =
    "{\"format\": \"travertine\", \"version\": 1, \"name\": \"Veins\", \"description\": \"A test.\",\n"
    " \"parameters\": {\n"
    "  \"scale\": {\"type\": \"float\", \"default\": 3, \"min\": 0.5, \"max\": 8, \"unit\": \"cells per unit\"},\n"
    "  \"light\": {\"type\": \"color\", \"default\": \"#f4f1ea\"}},\n"
    " \"nodes\": {\n"
    "  \"noise\": {\"type\": \"noise/perlin\", \"inputs\": {\"octaves\": 3, \"scale\": {\"parameter\": \"scale\"}}},\n"
    "  \"mix\": {\"type\": \"blend/mix\", \"inputs\": {\"a\": {\"parameter\": \"light\"}, \"b\": \"#5b5f66\",\n"
    "           \"factor\": {\"node\": \"noise\"}}},\n"
    "  \"place\": {\"type\": \"input/position\"}},\n"
    " \"outputs\": {\"color\": {\"node\": \"mix\"}, \"height\": {\"node\": \"noise\"}, \"place\": {\"node\": \"place\"}},\n"
    " \"presets\": {\"Dense\": {\"description\": \"Many.\", \"values\": {\"scale\": 8}}}}";

static inline travertine_texture *load(void) {
    travertine_texture *texture = NULL;
    CHECK(travertine_texture_load(GRAPH, sizeof GRAPH - 1, &texture, NULL) == TRAVERTINE_OK);
    return texture;
}

static inline travertine_field *field_of(const travertine_texture *texture, const char *output) {
    travertine_field *field = NULL;
    CHECK(travertine_field_new(texture, output, &field, NULL) == TRAVERTINE_OK);
    return field;
}

#endif
