/* Measures the loading of a graph, the making of a field, and tiles of 16 x 16 floats on one thread.
 *
 *     cc -O2 speed.c $(pkg-config --cflags --libs travertine) -o speed
 *     ./speed graphs/marble.json height
 */
#define _POSIX_C_SOURCE 200809L
#include <time.h>

#include "check.h"

enum { LOADS = 101, TILES = 4096 };

static double microseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static int compare(const void *one, const void *other) {
    double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

static double median(double *values, size_t count) {
    qsort(values, count, sizeof *values, compare);
    return values[count / 2];
}

int main(int count, char **arguments) {
    CHECK(count == 3);
    static char json[1 << 20];
    FILE *file = fopen(arguments[1], "rb");
    CHECK(file);
    size_t length = fread(json, 1, sizeof json, file);
    fclose(file);

    static double times[TILES];
    travertine_texture *texture = NULL;
    double first = 0;
    for (int load = 0; load < LOADS; load++) {
        travertine_texture_free(texture);
        double start = microseconds();
        CHECK(travertine_texture_load(json, length, &texture, NULL) == TRAVERTINE_OK);
        times[load] = microseconds() - start;
        if (load == 0) first = times[load];
    }
    printf("load: %.0f us, the first time %.0f us\n", median(times, LOADS), first);

    travertine_field *field = NULL;
    for (int make = 0; make < LOADS; make++) {
        travertine_field_free(field);
        double start = microseconds();
        CHECK(travertine_field_new(texture, arguments[2], &field, NULL) == TRAVERTINE_OK);
        times[make] = microseconds() - start;
        if (make == 0) first = times[make];
    }
    printf("field: %.2f us, the first time %.0f us\n", median(times, LOADS), first);

    float pixels[16 * 16 * 4];
    travertine_slice slice = {
        .size = sizeof slice, .width = 512, .height = 512, .crop_width = 16, .crop_height = 16};
    travertine_buffer buffer = {
        .size = sizeof buffer, .format = TRAVERTINE_FLOATS, .data = pixels, .bytes = sizeof pixels};
    travertine_options options = {.size = sizeof options, .threads = 1};
    for (uint32_t tile = 0; tile < TILES; tile++) {
        slice.crop_x = tile % 32 * 16;
        slice.crop_y = tile / 32 % 32 * 16;
        double start = microseconds();
        CHECK(travertine_field_render_slice(field, &slice, &buffer, &options, NULL) == TRAVERTINE_OK);
        times[tile] = microseconds() - start;
    }
    printf("tile: %.2f us\n", median(times, TILES));
    travertine_field_free(field);
    travertine_texture_free(texture);
    return 0;
}
