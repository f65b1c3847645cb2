/* Prints hashes of slices, volumes and samples that the C library computes: see docs/exactness.md.
   It runs in the root of the repository. */
#include <stdio.h>
#include <stdlib.h>
#include <travertine.h>

enum { SLICE = 61 * 43, VOLUME = 17 * 13 * 5, MOST_POINTS = 64, MOST_BYTES = 1 << 20 };

static const float TIME = 0.5f;
static float points[MOST_POINTS][4];
static size_t point_count;
static float values[4 * SLICE];
static char document[MOST_BYTES];

static void check(travertine_status status, const travertine_error *error) {
    if (status == TRAVERTINE_OK) return;
    fprintf(stderr, "%s\n", travertine_error_message(error));
    exit(1);
}

static FILE *opened(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file) return file;
    perror(path);
    exit(1);
}

/* FNV-1a of the floats as bytes, little-endian. */
static void show(const char *graph, const char *kind, size_t count) {
    uint64_t hash = 0xcbf29ce484222325;
    for (size_t i = 0; i < count; i++) {
        union { float value; uint32_t bits; } number = {values[i]};
        for (int shift = 0; shift < 32; shift += 8) hash = (hash ^ (number.bits >> shift & 255)) * 0x100000001b3;
    }
    printf("%s %s %016llx\n", graph, kind, (unsigned long long)hash);
}

static void show_field(const char *graph, const travertine_field *field) {
    travertine_error *error = NULL;
    size_t channels = travertine_field_channels(field);
    travertine_buffer buffer = {
        .size = sizeof buffer, .format = TRAVERTINE_FLOATS, .data = values, .bytes = sizeof values};

    travertine_slice slice = {.size = sizeof slice, .width = 61, .height = 43, .depth = 0.25f, .time = TIME};
    check(travertine_field_render_slice(field, &slice, &buffer, NULL, &error), error);
    show(graph, "slice", channels * SLICE);

    travertine_volume volume = {.size = sizeof volume, .width = 17, .height = 13, .depth = 5, .time = TIME};
    check(travertine_field_render_volume(field, &volume, &buffer, NULL, &error), error);
    show(graph, "volume", channels * VOLUME);

    travertine_sampler *sampler = NULL;
    check(travertine_sampler_new(field, NULL, &sampler, &error), error);
    check(travertine_sampler_sample(sampler, points[0], point_count, values, sizeof values, &error), error);
    show(graph, "samples", channels * point_count);
    travertine_sampler_free(sampler);
}

static void show_graph(const char *graph, const char *output, const char *parameter, const char *value) {
    char path[128];
    snprintf(path, sizeof path, "graphs/%s.json", graph);
    FILE *file = opened(path);
    size_t length = fread(document, 1, sizeof document, file);
    fclose(file);

    travertine_error *error = NULL;
    travertine_texture *texture = NULL;
    travertine_field *field = NULL;
    check(travertine_texture_load(document, length, &texture, &error), error);
    check(travertine_texture_set(texture, parameter, value, &error), error);
    check(travertine_field_new(texture, output, &field, &error), error);
    show_field(graph, field);
    travertine_field_free(field);
    travertine_texture_free(texture);
}

int main(void) {
    FILE *file = opened("tests/exactness/points.csv");
    for (float *point; point_count < MOST_POINTS; point_count++) {
        point = points[point_count];
        if (fscanf(file, "%f,%f,%f,%f", &point[0], &point[1], &point[2], &point[3]) != 4) break;
    }
    fclose(file);
    file = opened("tests/exactness/outputs.txt");
    char graph[64], output[64], parameter[64], value[64];
    while (fscanf(file, "%63s %63s %63[^=]=%63s", graph, output, parameter, value) == 4) {
        show_graph(graph, output, parameter, value);
    }
    fclose(file);
    return 0;
}
