/* Every function, and every way in which it refuses a call. */
#include <float.h>
#include <stdint.h>

#include "check.h"

static travertine_error *error;

static void versions_are_those_of_the_header(void) {
    CHECK(strcmp(travertine_version(), TRAVERTINE_VERSION) == 0);
    CHECK(travertine_version_number() == TRAVERTINE_VERSION_NUMBER);
}

static void null_objects_are_harmless(void) {
    travertine_error_free(NULL);
    travertine_text_free(NULL);
    travertine_texture_free(NULL);
    travertine_field_free(NULL);
    travertine_sampler_free(NULL);
    travertine_cancel_free(NULL);
    travertine_cancel_raise(NULL);
    CHECK(travertine_cancel_is_raised(NULL) == 0);
    CHECK(travertine_error_code(NULL) == TRAVERTINE_OK);
    CHECK(strcmp(travertine_error_message(NULL), "") == 0);
    CHECK(strcmp(travertine_error_json(NULL), "[]") == 0);
    CHECK(travertine_field_channels(NULL) == 0);
}

static void documents_are_checked(void) {
    travertine_texture *texture = (travertine_texture *)&texture;
    FAILS(TRAVERTINE_ERROR_CALL, "`json` is NULL", travertine_texture_load(NULL, 5, &texture, &error));
    CHECK(texture == NULL);
    FAILS(TRAVERTINE_ERROR_CALL, "address space", travertine_texture_load(GRAPH, SIZE_MAX, &texture, &error));
    FAILS(TRAVERTINE_ERROR_CALL, "`texture` is NULL", travertine_texture_load(GRAPH, 5, NULL, &error));
    FAILS(TRAVERTINE_ERROR_DOCUMENT, "1:1", travertine_texture_load(NULL, 0, &texture, &error));
    FAILS(TRAVERTINE_ERROR_DOCUMENT, "", travertine_texture_load("\xff\xfe", 2, &texture, &error));
    FAILS(TRAVERTINE_ERROR_DOCUMENT, "", travertine_texture_load(GRAPH, 100, &texture, &error));

    char wrong[sizeof GRAPH];
    memcpy(wrong, GRAPH, sizeof wrong);
    memcpy(strstr(wrong, "noise/perlin"), "noise/perlim", 12);
    CHECK(travertine_texture_load(wrong, sizeof wrong - 1, &texture, NULL) == TRAVERTINE_ERROR_DOCUMENT);
    CHECK(travertine_texture_load(wrong, sizeof wrong - 1, &texture, &error) == TRAVERTINE_ERROR_DOCUMENT);
    CHECK(texture == NULL);
    CHECK(strstr(travertine_error_message(error), "did you mean `noise/perlin`?"));
    CHECK(strstr(travertine_error_json(error), "\"pointer\": \"/nodes/noise/type\""));
    CHECK(strstr(travertine_error_json(error), "\"line\": 6"));
    travertine_error_free(error);
}

static void textures_describe_themselves(void) {
    travertine_texture *texture = load();
    char *text = NULL, *json = NULL;
    OK(travertine_texture_describe(texture, &json, &error));
    CHECK(strstr(json, "\"name\": \"Veins\"") && strstr(json, "\"range\": [0.5, 8]"));
    CHECK(strstr(json, "\"unit\": \"cells per unit\"") && strstr(json, "\"channels\": 3"));
    CHECK(strstr(json, "\"presets\": [{\"name\": \"Dense\", \"description\": \"Many.\", \"values\": {\"scale\": 8}}]"));
    travertine_text_free(json);
    OK(travertine_texture_ranges(texture, &json, &error));
    CHECK(strstr(json, "{\"name\": \"place\", \"ranges\": [[null, null], [null, null], [null, null]]}"));
    travertine_text_free(json);
    OK(travertine_texture_warnings(texture, &text, &json, &error));
    CHECK(strcmp(text, "") == 0 && strcmp(json, "[]") == 0);
    travertine_text_free(text);
    travertine_text_free(json);
    OK(travertine_texture_warnings(texture, NULL, NULL, &error));
    OK(travertine_texture_document(texture, &json, &error));
    travertine_texture *again = NULL;
    OK(travertine_texture_load(json, strlen(json), &again, &error));
    travertine_texture_free(again);
    travertine_text_free(json);

    FAILS(TRAVERTINE_ERROR_CALL, "`texture` is NULL", travertine_texture_describe(NULL, &json, &error));
    CHECK(json == NULL);
    FAILS(TRAVERTINE_ERROR_CALL, "`json` is NULL", travertine_texture_describe(texture, NULL, &error));
    FAILS(TRAVERTINE_ERROR_CALL, "`texture` is NULL", travertine_texture_ranges(NULL, &json, &error));
    FAILS(TRAVERTINE_ERROR_CALL, "`json` is NULL", travertine_texture_ranges(texture, NULL, &error));
    text = json = (char *)&json;
    FAILS(TRAVERTINE_ERROR_CALL, "`texture` is NULL", travertine_texture_warnings(NULL, &text, &json, &error));
    CHECK(text == NULL && json == NULL);
    FAILS(TRAVERTINE_ERROR_CALL, "`texture` is NULL", travertine_texture_warnings(NULL, NULL, NULL, &error));
    FAILS(TRAVERTINE_ERROR_CALL, "`texture` is NULL", travertine_texture_document(NULL, &json, &error));
    FAILS(TRAVERTINE_ERROR_CALL, "`json` is NULL", travertine_texture_document(texture, NULL, &error));
    travertine_texture_free(texture);
}

static float sample_at(const travertine_texture *texture, float x) {
    travertine_field *field = field_of(texture, "height");
    travertine_sampler *sampler = NULL;
    float position[4] = {x, 0.4f, 0.1f, 0}, value = 0;
    OK(travertine_sampler_new(field, NULL, &sampler, &error));
    OK(travertine_sampler_sample(sampler, position, 1, &value, sizeof value, &error));
    travertine_sampler_free(sampler);
    travertine_field_free(field);
    return value;
}

static void setters_change_one_texture_and_no_copy(void) {
    travertine_texture *texture = load(), *copy = NULL;
    float before = sample_at(texture, 0.3f);
    OK(travertine_texture_clone(texture, &copy, &error));
    OK(travertine_texture_set(texture, "scale", "5", &error));
    OK(travertine_texture_set(texture, "light", "[1, 0, 0, 1]", &error));
    float scaled = sample_at(texture, 0.3f);
    CHECK(scaled != before && sample_at(copy, 0.3f) == before);
    OK(travertine_texture_apply_preset(texture, "Dense", &error));
    CHECK(sample_at(texture, 0.3f) != scaled);
    OK(travertine_texture_set(texture, "scale", "5", &error));
    CHECK(sample_at(texture, 0.3f) == scaled);
    OK(travertine_texture_set_seed(texture, 9, &error));
    float seeded = sample_at(texture, 0.3f);
    CHECK(seeded != scaled);
    OK(travertine_texture_set_input(texture, "noise", "octaves", "1", &error));
    CHECK(sample_at(texture, 0.3f) != seeded && sample_at(copy, 0.3f) == before);
    char *json = NULL;
    OK(travertine_texture_document(texture, &json, &error));
    CHECK(strstr(json, "\"octaves\": 1"));
    travertine_text_free(json);
    float last = sample_at(texture, 0.3f);

    FAILS(TRAVERTINE_ERROR_VALUE, "did you mean `scale`", travertine_texture_set(texture, "scala", "5", &error));
    FAILS(TRAVERTINE_ERROR_VALUE, "8", travertine_texture_set(texture, "scale", "9", &error));
    FAILS(TRAVERTINE_ERROR_VALUE, "", travertine_texture_set(texture, "scale", "", &error));
    FAILS(TRAVERTINE_ERROR_CALL, "byte 1", travertine_texture_set(texture, "s\xff", "5", &error));
    FAILS(TRAVERTINE_ERROR_CALL, "not UTF-8", travertine_texture_set(texture, "scale", "\xc3", &error));
    FAILS(TRAVERTINE_ERROR_CALL, "`parameter` is NULL", travertine_texture_set(texture, NULL, "5", &error));
    FAILS(TRAVERTINE_ERROR_CALL, "`value` is NULL", travertine_texture_set(texture, "scale", NULL, &error));
    FAILS(TRAVERTINE_ERROR_CALL, "`texture` is NULL", travertine_texture_set(NULL, "scale", "5", &error));
    FAILS(TRAVERTINE_ERROR_VALUE, "did you mean `Dense`", travertine_texture_apply_preset(texture, "dense", &error));
    FAILS(TRAVERTINE_ERROR_CALL, "`preset` is NULL", travertine_texture_apply_preset(texture, NULL, &error));
    FAILS(TRAVERTINE_ERROR_CALL, "`texture` is NULL", travertine_texture_apply_preset(NULL, "Dense", &error));
    FAILS(TRAVERTINE_ERROR_CALL, "`texture` is NULL", travertine_texture_set_seed(NULL, 1, &error));
    FAILS(TRAVERTINE_ERROR_VALUE, "`noise`", travertine_texture_set_input(texture, "nois", "octaves", "1", &error));
    FAILS(TRAVERTINE_ERROR_VALUE, "`octaves`", travertine_texture_set_input(texture, "noise", "octave", "1", &error));
    FAILS(TRAVERTINE_ERROR_VALUE, "", travertine_texture_set_input(texture, "noise", "octaves", "-1", &error));
    FAILS(TRAVERTINE_ERROR_CALL, "`node`", travertine_texture_set_input(texture, NULL, "octaves", "1", &error));
    FAILS(TRAVERTINE_ERROR_CALL, "`input`", travertine_texture_set_input(texture, "noise", NULL, "1", &error));
    FAILS(TRAVERTINE_ERROR_CALL, "`value`", travertine_texture_set_input(texture, "noise", "octaves", NULL, &error));
    FAILS(TRAVERTINE_ERROR_CALL, "`texture`", travertine_texture_set_input(NULL, "noise", "octaves", "1", &error));
    CHECK(sample_at(texture, 0.3f) == last);
    travertine_texture_free(copy);
    FAILS(TRAVERTINE_ERROR_CALL, "`texture` is NULL", travertine_texture_clone(NULL, &copy, &error));
    CHECK(copy == NULL);
    FAILS(TRAVERTINE_ERROR_CALL, "`copy` is NULL", travertine_texture_clone(texture, NULL, &error));
    travertine_texture_free(texture);
}

static void fields_outlive_their_texture(void) {
    travertine_texture *texture = load();
    travertine_field *first = field_of(texture, NULL), *place = field_of(texture, "place"), *none = first;
    CHECK(travertine_field_channels(first) == 4 && travertine_field_channels(place) == 3);
    FAILS(TRAVERTINE_ERROR_VALUE, "did you mean `height`", travertine_field_new(texture, "heigh", &none, &error));
    CHECK(none == NULL);
    FAILS(TRAVERTINE_ERROR_CALL, "not UTF-8", travertine_field_new(texture, "\xff", &none, &error));
    FAILS(TRAVERTINE_ERROR_CALL, "`texture` is NULL", travertine_field_new(NULL, NULL, &none, &error));
    FAILS(TRAVERTINE_ERROR_CALL, "`field` is NULL", travertine_field_new(texture, NULL, NULL, &error));
    travertine_texture_free(texture);
    travertine_slice slice = {.size = sizeof slice, .width = 2, .height = 3};
    float pixels[2 * 3 * 3];
    travertine_buffer buffer = {
        .size = sizeof buffer, .format = TRAVERTINE_FLOATS, .data = pixels, .bytes = sizeof pixels};
    OK(travertine_field_render_slice(place, &slice, &buffer, NULL, &error));
    CHECK(pixels[0] == 0.25f && pixels[1] == 0.25f && pixels[3 * 5] == 0.75f && pixels[3 * 5 + 1] == 1.25f);
    travertine_field_free(first);
    travertine_field_free(place);
}

static void formats_and_strides_hold_the_same_pixels(void) {
    enum { WIDTH = 7, HEIGHT = 5, STRIDE = 7 * 16 + 9 };
    travertine_texture *texture = load();
    const char *outputs[] = {"color", "height", "place"};
    for (int output = 0; output < 3; output++) {
        travertine_field *field = field_of(texture, outputs[output]);
        size_t channels = travertine_field_channels(field);
        travertine_slice slice = {
            .size = sizeof slice, .width = WIDTH, .height = HEIGHT, .plane = TRAVERTINE_PLANE_XZ, .depth = 0.5f};
        float floats[WIDTH * HEIGHT * 4];
        travertine_buffer plain = {
            .size = sizeof plain, .format = TRAVERTINE_FLOATS, .data = floats, .bytes = sizeof floats};
        OK(travertine_field_render_slice(field, &slice, &plain, NULL, &error));
        size_t sizes[] = {0, 4 * channels, 16, 4, 8};
        for (int format = TRAVERTINE_FLOATS; format <= TRAVERTINE_RGBA16; format++) {
            size_t row = WIDTH * sizes[format], bytes = STRIDE * (HEIGHT - 1) + row;
            unsigned char adjacent[WIDTH * HEIGHT * 16];
            /* From malloc, so that the tools see a byte too many; off by one, so that nothing is aligned. */
            unsigned char *apart = malloc(bytes + 1);
            memset(apart, 0xaa, bytes + 1);
            travertine_buffer one = {
                .size = sizeof one, .format = format, .data = adjacent, .bytes = row * HEIGHT};
            travertine_buffer other = {
                .size = sizeof other, .format = format, .data = apart + 1, .bytes = bytes, .row_stride = STRIDE};
            OK(travertine_field_render_slice(field, &slice, &one, NULL, &error));
            OK(travertine_field_render_slice(field, &slice, &other, NULL, &error));
            for (size_t y = 0; y < HEIGHT; y++) {
                CHECK(memcmp(adjacent + y * row, apart + 1 + y * STRIDE, row) == 0);
                for (size_t x = row; y + 1 < HEIGHT && x < STRIDE; x++) CHECK(apart[1 + y * STRIDE + x] == 0xaa);
            }
            CHECK(apart[0] == 0xaa);
            for (size_t pixel = 0; pixel < WIDTH * HEIGHT; pixel++) {
                const float *known = floats + pixel * channels;
                float alpha = channels == 4 ? known[3] : 1;
                const float rgba[4] = {known[0], known[channels > 1], known[channels > 1 ? 2 : 0], alpha};
                float all[4];
                uint16_t sixteen[4];
                if (format == TRAVERTINE_FLOATS) CHECK(memcmp(adjacent + pixel * 4 * channels, known, 4 * channels) == 0);
                memcpy(all, adjacent + pixel * sizes[format], format == TRAVERTINE_RGBA32F ? 16 : 0);
                if (format == TRAVERTINE_RGBA32F) CHECK(memcmp(all, rgba, 16) == 0);
                /* Alpha is linear in every format. */
                memcpy(sixteen, adjacent + pixel * sizes[format], format == TRAVERTINE_RGBA16 ? 8 : 0);
                if (format == TRAVERTINE_RGBA16) CHECK(sixteen[3] == (uint16_t)(alpha * 65535 + 0.5f));
                if (format == TRAVERTINE_RGBA8) CHECK(adjacent[4 * pixel + 3] == (unsigned char)(alpha * 255 + 0.5f));
            }
            free(apart);
        }
        travertine_field_free(field);
    }
    travertine_texture_free(texture);
}

static void slices_are_checked(void) {
    travertine_texture *texture = load();
    travertine_field *field = field_of(texture, "height");
    float pixels[64] = {0};
    const travertine_slice good = {.size = sizeof good, .width = 8, .height = 8};
    const travertine_buffer fits = {
        .size = sizeof fits, .format = TRAVERTINE_FLOATS, .data = pixels, .bytes = sizeof pixels};
    travertine_slice slice;
    travertine_buffer buffer;
    OK(travertine_field_render_slice(field, &good, &fits, NULL, &error));
    FAILS(TRAVERTINE_ERROR_CALL, "`field`", travertine_field_render_slice(NULL, &good, &fits, NULL, &error));
    FAILS(TRAVERTINE_ERROR_CALL, "`slice`", travertine_field_render_slice(field, NULL, &fits, NULL, &error));
    FAILS(TRAVERTINE_ERROR_CALL, "`buffer`", travertine_field_render_slice(field, &good, NULL, NULL, &error));
#define SLICE(code, part, change) \
    do { \
        slice = good; \
        change; \
        FAILS(code, part, travertine_field_render_slice(field, &slice, &fits, NULL, &error)); \
    } while (0)
    SLICE(TRAVERTINE_ERROR_CALL, "sizeof(travertine_slice)", slice.size = 0);
    SLICE(TRAVERTINE_ERROR_CALL, "expected sizeof", slice.size = sizeof slice - 1);
    SLICE(TRAVERTINE_ERROR_CALL, "expected sizeof", slice.size = UINT32_MAX);
    SLICE(TRAVERTINE_ERROR_CALL, "`reserved`", slice.reserved = 1);
    SLICE(TRAVERTINE_ERROR_CALL, "plane is 3", slice.plane = 3);
    SLICE(TRAVERTINE_ERROR_LIMIT, "", slice.width = 0);
    SLICE(TRAVERTINE_ERROR_LIMIT, "", slice.height = 0);
    SLICE(TRAVERTINE_ERROR_BUFFER, "pixels need", slice.width = UINT32_MAX);
    SLICE(TRAVERTINE_ERROR_LIMIT, "", (slice.samples_per_side = UINT32_MAX));
    SLICE(TRAVERTINE_ERROR_GEOMETRY, "", slice.depth = NAN);
    SLICE(TRAVERTINE_ERROR_GEOMETRY, "", slice.time = INFINITY);
    SLICE(TRAVERTINE_ERROR_GEOMETRY, "", slice.region[0] = 1);
    SLICE(TRAVERTINE_ERROR_GEOMETRY, "", slice.region[2] = DBL_MAX);
    SLICE(TRAVERTINE_ERROR_GEOMETRY, "", slice.crop_width = 1);
    SLICE(TRAVERTINE_ERROR_GEOMETRY, "", slice.crop_x = 1);
    SLICE(TRAVERTINE_ERROR_GEOMETRY, "", (slice.crop_x = 8, slice.crop_width = 1, slice.crop_height = 1));
    SLICE(TRAVERTINE_ERROR_GEOMETRY, "", (slice.crop_y = UINT32_MAX, slice.crop_width = 1, slice.crop_height = 1));
#undef SLICE
#define BUFFER(code, part, change) \
    do { \
        buffer = fits; \
        change; \
        FAILS(code, part, travertine_field_render_slice(field, &good, &buffer, NULL, &error)); \
    } while (0)
    BUFFER(TRAVERTINE_ERROR_CALL, "sizeof(travertine_buffer)", buffer.size = 8);
    BUFFER(TRAVERTINE_ERROR_CALL, "format is 0", buffer.format = 0);
    BUFFER(TRAVERTINE_ERROR_CALL, "format is -1", buffer.format = -1);
    BUFFER(TRAVERTINE_ERROR_CALL, "data` is NULL", buffer.data = NULL);
    BUFFER(TRAVERTINE_ERROR_BUFFER, "has 255 bytes", buffer.bytes = 255);
    BUFFER(TRAVERTINE_ERROR_BUFFER, "has 256 bytes", buffer.format = TRAVERTINE_RGBA16);
    BUFFER(TRAVERTINE_ERROR_BUFFER, "row stride is 31", buffer.row_stride = 31);
    BUFFER(TRAVERTINE_ERROR_BUFFER, "pixels need 263", buffer.row_stride = 33);
    BUFFER(TRAVERTINE_ERROR_BUFFER, "address space", buffer.row_stride = SIZE_MAX);
    BUFFER(TRAVERTINE_ERROR_CALL, "address space", (buffer.row_stride = SIZE_MAX / 8, buffer.bytes = SIZE_MAX));
#undef BUFFER
    /* A structure of a later version: known members alone are accepted. */
    struct { travertine_slice slice; uint64_t later; } longer = {good, 0};
    longer.slice.size = sizeof longer;
    OK(travertine_field_render_slice(field, &longer.slice, &fits, NULL, &error));
    longer.later = 1;
    FAILS(TRAVERTINE_ERROR_CALL, "does not know", travertine_field_render_slice(field, &longer.slice, &fits, NULL, &error));
    travertine_field_free(field);
    travertine_texture_free(texture);
}

static void volumes_hold_slices_and_are_checked(void) {
    enum { SIDE = 6 };
    travertine_texture *texture = load();
    travertine_field *field = field_of(texture, "color");
    const travertine_volume good = {
        .size = sizeof good, .width = SIDE, .height = SIDE, .depth = SIDE, .region = {-1, -2, -3, 2, 3, 4}, .time = 0.5f,
        .brick_x = 1, .brick_y = 2, .brick_z = 3, .brick_width = 4, .brick_height = 3, .brick_depth = 2};
    float brick[2 * 3 * 4 * 4], apart[2 * 128];
    travertine_buffer fits = {
        .size = sizeof fits, .format = TRAVERTINE_FLOATS, .data = brick, .bytes = sizeof brick};
    OK(travertine_field_render_volume(field, &good, &fits, NULL, &error));
    travertine_buffer strided = {
        .size = sizeof strided, .format = TRAVERTINE_RGBA32F, .data = apart, .bytes = sizeof apart,
        .row_stride = 80, .slice_stride = 512};
    OK(travertine_field_render_volume(field, &good, &strided, NULL, &error));
    for (int z = 0; z < 2; z++) {
        travertine_slice slice = {
            .size = sizeof slice, .width = SIDE, .height = SIDE, .region = {-1, -2, 2, 3}, .time = 0.5f,
            .depth = (float)(-3 + (z + 3 + 0.5) * 7 / 6),
            .crop_x = 1, .crop_y = 2, .crop_width = 4, .crop_height = 3};
        float pixels[3 * 4 * 4];
        travertine_buffer buffer = {
            .size = sizeof buffer, .format = TRAVERTINE_FLOATS, .data = pixels, .bytes = sizeof pixels};
        OK(travertine_field_render_slice(field, &slice, &buffer, NULL, &error));
        CHECK(memcmp(pixels, brick + z * 48, sizeof pixels) == 0);
        for (int y = 0; y < 3; y++) CHECK(memcmp(pixels + y * 16, apart + z * 128 + y * 20, 64) == 0);
    }

    travertine_volume volume;
    FAILS(TRAVERTINE_ERROR_CALL, "`field`", travertine_field_render_volume(NULL, &good, &fits, NULL, &error));
    FAILS(TRAVERTINE_ERROR_CALL, "`volume`", travertine_field_render_volume(field, NULL, &fits, NULL, &error));
    FAILS(TRAVERTINE_ERROR_CALL, "`buffer`", travertine_field_render_volume(field, &good, NULL, NULL, &error));
#define VOLUME(code, part, change) \
    do { \
        volume = good; \
        change; \
        FAILS(code, part, travertine_field_render_volume(field, &volume, &fits, NULL, &error)); \
    } while (0)
    VOLUME(TRAVERTINE_ERROR_CALL, "sizeof(travertine_volume)", volume.size = 1);
    VOLUME(TRAVERTINE_ERROR_CALL, "`reserved`", volume.reserved = 1);
    VOLUME(TRAVERTINE_ERROR_LIMIT, "", volume.width = 0);
    VOLUME(TRAVERTINE_ERROR_LIMIT, "", volume.depth = UINT32_MAX);
    VOLUME(TRAVERTINE_ERROR_GEOMETRY, "", volume.time = NAN);
    VOLUME(TRAVERTINE_ERROR_GEOMETRY, "", volume.region[5] = -3);
    VOLUME(TRAVERTINE_ERROR_GEOMETRY, "brick", volume.brick_width = 6);
    VOLUME(TRAVERTINE_ERROR_GEOMETRY, "brick", volume.brick_height = 0);
    VOLUME(TRAVERTINE_ERROR_GEOMETRY, "brick", volume.brick_z = UINT32_MAX);
    VOLUME(TRAVERTINE_ERROR_BUFFER, "pixels need", (volume.brick_x = 0, volume.brick_width = 6));
    VOLUME(TRAVERTINE_ERROR_GEOMETRY, "rows", (volume.height = volume.depth = 1 << 20, volume.brick_height = volume.brick_depth = 1 << 17));
#undef VOLUME
    strided.slice_stride = 200;
    FAILS(TRAVERTINE_ERROR_BUFFER, "slice stride", travertine_field_render_volume(field, &good, &strided, NULL, &error));
    travertine_field_free(field);
    travertine_texture_free(texture);
}

static void samples_are_checked(void) {
    travertine_texture *texture = load();
    travertine_field *field = field_of(texture, "place");
    travertine_sampler *sampler = NULL;
    float positions[8] = {1, 2, 3, 0, -4, 5, 6, 0}, values[6] = {0};
    OK(travertine_sampler_new(field, NULL, &sampler, &error));
    travertine_field_free(field);
    OK(travertine_sampler_sample(sampler, positions, 2, values, sizeof values, &error));
    CHECK(values[0] == 1 && values[2] == 3 && values[3] == -4 && values[5] == 6);
    OK(travertine_sampler_sample(sampler, NULL, 0, NULL, 0, &error));
    FAILS(TRAVERTINE_ERROR_BUFFER, "need 24",
          travertine_sampler_sample(sampler, positions, 2, values, sizeof values - 1, &error));
    FAILS(TRAVERTINE_ERROR_CALL, "overlap",
          travertine_sampler_sample(sampler, positions, 1, positions + 3, 20, &error));
    FAILS(TRAVERTINE_ERROR_CALL, "address space",
          travertine_sampler_sample(sampler, positions, SIZE_MAX / 4, values, SIZE_MAX, &error));
    FAILS(TRAVERTINE_ERROR_CALL, "`positions`", travertine_sampler_sample(sampler, NULL, 1, values, 24, &error));
    FAILS(TRAVERTINE_ERROR_CALL, "`values`", travertine_sampler_sample(sampler, positions, 1, NULL, 24, &error));
    FAILS(TRAVERTINE_ERROR_CALL, "aligned",
          travertine_sampler_sample(sampler, positions, 1, (float *)(void *)((char *)values + 1), 12, &error));
    positions[6] = INFINITY;
    values[0] = 7;
    FAILS(TRAVERTINE_ERROR_GEOMETRY, "", travertine_sampler_sample(sampler, positions, 2, values, 24, &error));
    CHECK(values[0] == 7);
    FAILS(TRAVERTINE_ERROR_CALL, "`sampler`", travertine_sampler_sample(NULL, positions, 1, values, 24, &error));
    travertine_sampler_free(sampler);
    sampler = (travertine_sampler *)&sampler;
    FAILS(TRAVERTINE_ERROR_CALL, "`field`", travertine_sampler_new(NULL, NULL, &sampler, &error));
    CHECK(sampler == NULL);
    field = field_of(texture, NULL);
    FAILS(TRAVERTINE_ERROR_CALL, "`sampler`", travertine_sampler_new(field, NULL, NULL, &error));
    travertine_field_free(field);
    travertine_texture_free(texture);
}

static void gradients_follow_values_and_are_checked(void) {
    travertine_texture *texture = load();
    travertine_sampler *sampler = NULL;
    float position[4] = {1, 2, 3, 0}, values[12] = {0};
    OK(travertine_gradient_new(texture, "place", NULL, NULL, &sampler, &error));
    CHECK(travertine_sampler_channels(sampler) == 12 && travertine_sampler_channels(NULL) == 0);
    OK(travertine_sampler_sample(sampler, position, 1, values, sizeof values, &error));
    for (int axis = 0; axis < 3; axis++) {
        CHECK(values[axis] == position[axis]);
        for (int channel = 0; channel < 3; channel++) {
            CHECK(values[3 + 3 * axis + channel] == (axis == channel ? 1 : 0));
        }
    }
    FAILS(TRAVERTINE_ERROR_BUFFER, "need 48",
          travertine_sampler_sample(sampler, position, 1, values, sizeof values - 1, &error));
    travertine_sampler_free(sampler);
    OK(travertine_gradient_new(texture, NULL, "[\"scale\"]", NULL, &sampler, &error));
    CHECK(travertine_sampler_channels(sampler) % 5 == 0);
    travertine_sampler_free(sampler);
    FAILS(TRAVERTINE_ERROR_CALL, "list of names",
          travertine_gradient_new(texture, NULL, "scale", NULL, &sampler, &error));
    CHECK(sampler == NULL);
    FAILS(TRAVERTINE_ERROR_CALL, "list of names",
          travertine_gradient_new(texture, NULL, "[1]", NULL, &sampler, &error));
    FAILS(TRAVERTINE_ERROR_VALUE, "did you mean `scale`",
          travertine_gradient_new(texture, NULL, "[\"scalp\"]", NULL, &sampler, &error));
    FAILS(TRAVERTINE_ERROR_VALUE, "unknown output",
          travertine_gradient_new(texture, "plac", NULL, NULL, &sampler, &error));
    FAILS(TRAVERTINE_ERROR_CALL, "`texture`", travertine_gradient_new(NULL, NULL, NULL, NULL, &sampler, &error));
    travertine_texture_free(texture);
}

static void options_change_no_bit_and_are_checked(void) {
    travertine_texture *texture = load();
    travertine_field *field = field_of(texture, "color");
    travertine_slice slice = {.size = sizeof slice, .width = 40, .height = 40, .samples_per_side = 2};
    static float known[40 * 40 * 4], pixels[40 * 40 * 4];
    travertine_buffer buffer = {
        .size = sizeof buffer, .format = TRAVERTINE_FLOATS, .data = known, .bytes = sizeof known};
    OK(travertine_field_render_slice(field, &slice, &buffer, NULL, &error));
    buffer.data = pixels;
    const travertine_options good = {.size = sizeof good};
    travertine_options options = good;
    for (int32_t level = TRAVERTINE_LEVEL_BEST; level <= TRAVERTINE_LEVEL_NEON; level++) {
        options.level = level;
        options.threads = (uint32_t)level;
        memset(pixels, 0, sizeof pixels);
        OK(travertine_field_render_slice(field, &slice, &buffer, &options, &error));
        CHECK(memcmp(pixels, known, sizeof known) == 0);
    }
#define OPTIONS(code, part, change) \
    do { \
        options = good; \
        change; \
        FAILS(code, part, travertine_field_render_slice(field, &slice, &buffer, &options, &error)); \
    } while (0)
    OPTIONS(TRAVERTINE_ERROR_CALL, "sizeof(travertine_options)", options.size = 4);
    OPTIONS(TRAVERTINE_ERROR_CALL, "`reserved`", options.reserved = 1);
    OPTIONS(TRAVERTINE_ERROR_CALL, "level is 6", options.level = 6);
    OPTIONS(TRAVERTINE_ERROR_LIMIT, "memory", options.memory = 1);
    OPTIONS(TRAVERTINE_ERROR_LIMIT, "", options.work = 1);
#undef OPTIONS
    travertine_sampler *sampler = NULL;
    options = good, options.memory = 1;
    FAILS(TRAVERTINE_ERROR_LIMIT, "memory", travertine_sampler_new(field, &options, &sampler, &error));
    FAILS(TRAVERTINE_ERROR_CALL, "`cancel`", travertine_cancel_new(NULL, &error));
    travertine_field_free(field);
    travertine_texture_free(texture);
}

static int count_progress(uint64_t done, uint64_t total, void *user_data) {
    CHECK(done <= total);
    *(uint64_t *)user_data = total;
    return 0;
}

static void jobs_write_files_and_are_checked(void) {
    travertine_texture *texture = load();
    char *notes = NULL;
    uint64_t total = 0;
    travertine_options options = {.size = sizeof options, .progress = count_progress, .user_data = &total};
    const char *job = "{\"make\": \"render\", \"to\": \"travertine-calls.png\", \"size\": 24, \"param\": {\"scale\": 8}}";
    OK(travertine_run(texture, job, &options, &notes, &error));
    CHECK(strcmp(notes, "") == 0 && total == 24 * 24);
    travertine_text_free(notes);
    FILE *picture = fopen("travertine-calls.png", "rb");
    char start[4] = "";
    CHECK(picture != NULL && fread(start, 1, 4, picture) == 4 && memcmp(start, "\x89PNG", 4) == 0);
    fclose(picture);
    OK(travertine_run(texture, "{\"make\": \"render\", \"to\": \"travertine-calls.png\", \"size\": \"8x8\", \"output\": \"place\"}",
                      NULL, NULL, &error));
    CHECK(remove("travertine-calls.png") == 0);

    FAILS(TRAVERTINE_ERROR_CALL, "`job` is NULL", travertine_run(texture, NULL, NULL, &notes, &error));
    CHECK(notes == NULL);
    FAILS(TRAVERTINE_ERROR_VALUE, "`make`", travertine_run(texture, "{\"to\": \"a.png\"}", NULL, NULL, &error));
    FAILS(TRAVERTINE_ERROR_VALUE, "`size`",
          travertine_run(texture, "{\"make\": \"render\", \"to\": \"a.png\", \"size\": 0}", NULL, NULL, &error));
    FAILS(TRAVERTINE_ERROR_VALUE, "\"skip-faint\" needs a .png",
          travertine_run(texture, "{\"make\": \"render\", \"to\": \"a.exr\", \"skip-faint\": true}", NULL, NULL, &error));
    FAILS(TRAVERTINE_ERROR_VALUE, "`graph`",
          travertine_run(NULL, "{\"make\": \"render\", \"to\": \"a.png\"}", NULL, NULL, &error));
    FAILS(TRAVERTINE_ERROR_FILE, "missing.json",
          travertine_run(NULL, "{\"make\": \"render\", \"to\": \"a.png\", \"graph\": \"missing.json\"}", NULL, NULL, &error));
    options.work = 1;
    FAILS(TRAVERTINE_ERROR_LIMIT, "", travertine_run(texture, job, &options, NULL, &error));
    travertine_texture_free(texture);
}

int main(void) {
    versions_are_those_of_the_header();
    null_objects_are_harmless();
    documents_are_checked();
    textures_describe_themselves();
    setters_change_one_texture_and_no_copy();
    fields_outlive_their_texture();
    formats_and_strides_hold_the_same_pixels();
    slices_are_checked();
    volumes_hold_slices_and_are_checked();
    samples_are_checked();
    gradients_follow_values_and_are_checked();
    options_change_no_bit_and_are_checked();
    jobs_write_files_and_are_checked();
    return 0;
}
