/* Compares the floats of one output with those that the command line prints, bit for bit.
 *
 *     bits GRAPH OUTPUT VALUES
 *
 * VALUES is the output of `travertine sample` for the centers of the pixels of a slice of SIDE x SIDE pixels, row by row.
 */
#include <stdlib.h>

#include "check.h"

enum { SIDE = 16, PIXELS = SIDE * SIDE };

static char *read(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    CHECK(file && fseek(file, 0, SEEK_END) == 0);
    *length = (size_t)ftell(file);
    rewind(file);
    char *text = malloc(*length + 1);
    CHECK(text && fread(text, 1, *length, file) == *length);
    text[*length] = 0;
    fclose(file);
    return text;
}

int main(int count, char **arguments) {
    CHECK(count == 4);
    size_t length;
    travertine_error *error = NULL;
    travertine_texture *texture = NULL;
    char *json = read(arguments[1], &length);
    OK(travertine_texture_load(json, length, &texture, &error));
    free(json);
    travertine_field *field = field_of(texture, arguments[2]);
    size_t channels = travertine_field_channels(field);

    /* The shortest decimal of a float gives its bits back. */
    float positions[PIXELS][4], known[PIXELS * 4];
    char *values = read(arguments[3], &length), *next = strchr(values, '\n');
    for (size_t pixel = 0; pixel < PIXELS; pixel++) {
        for (size_t place = 0; place < 4 + channels; place++) {
            float number = strtof(next + 1, &next);
            if (place < 4) positions[pixel][place] = number;
            else known[pixel * channels + place - 4] = number;
        }
        CHECK(*next == '\n');
    }
    free(values);
    size_t bytes = PIXELS * channels * sizeof(float);

    float found[PIXELS * 4] = {0};
    travertine_sampler *sampler = NULL;
    OK(travertine_sampler_new(field, NULL, &sampler, &error));
    OK(travertine_sampler_sample(sampler, positions[0], PIXELS, found, bytes, &error));
    CHECK(memcmp(found, known, bytes) == 0);

    memset(found, 0, sizeof found);
    travertine_buffer buffer = {.size = sizeof buffer, .format = TRAVERTINE_FLOATS, .data = found, .bytes = bytes};
    travertine_slice slice = {.size = sizeof slice, .width = SIDE, .height = SIDE};
    OK(travertine_field_render_slice(field, &slice, &buffer, NULL, &error));
    CHECK(memcmp(found, known, bytes) == 0);

    /* The middle slice of three is at z = 0. */
    memset(found, 0, sizeof found);
    travertine_volume volume = {
        .size = sizeof volume, .width = SIDE, .height = SIDE, .depth = 3, .region = {0, 0, -1, 1, 1, 1},
        .brick_z = 1, .brick_width = SIDE, .brick_height = SIDE, .brick_depth = 1};
    OK(travertine_field_render_volume(field, &volume, &buffer, NULL, &error));
    CHECK(memcmp(found, known, bytes) == 0);

    travertine_sampler_free(sampler);
    travertine_field_free(field);
    travertine_texture_free(texture);
    return 0;
}
