/* Fills the pixels of a texture of a game or a window: four bytes for each, red, green, blue and alpha, in sRGB.
 *
 *     cc fill_texture.c $(pkg-config --cflags --libs travertine) -o fill_texture
 *     ./fill_texture marble.json 512 > marble.rgba
 */
#include <stdio.h>
#include <stdlib.h>

#include <travertine.h>

/* Prints the error, frees it, and ends the program. */
static void fail(travertine_error *error) {
    fprintf(stderr, "%s\n", travertine_error_message(error));
    travertine_error_free(error);
    exit(1);
}

/* Renders the first output of a graph into `side` * `side` * 4 bytes. */
static void fill_texture(const char *json, size_t length, uint32_t side, unsigned char *pixels) {
    travertine_error *error = NULL;
    travertine_texture *texture = NULL;
    travertine_field *field = NULL;
    if (travertine_texture_load(json, length, &texture, &error)) fail(error);
    if (travertine_field_new(texture, NULL, &field, &error)) fail(error);

    travertine_slice slice = {.size = sizeof slice, .width = side, .height = side};
    travertine_buffer buffer = {
        .size = sizeof buffer, .format = TRAVERTINE_RGBA8, .data = pixels, .bytes = (size_t)side * side * 4};
    if (travertine_field_render_slice(field, &slice, &buffer, NULL, &error)) fail(error);

    travertine_field_free(field);
    travertine_texture_free(texture);
}

/* Reads a file of at most `most` bytes. */
static size_t read(const char *path, char *text, size_t most) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        exit(1);
    }
    size_t length = fread(text, 1, most, file);
    fclose(file);
    return length;
}

int main(int count, char **arguments) {
    static char json[1 << 20];
    uint32_t side = count == 3 ? (uint32_t)strtoul(arguments[2], NULL, 10) : 0;
    unsigned char *pixels = side > 0 && side <= 16384 ? malloc((size_t)side * side * 4) : NULL;
    if (!pixels) {
        fprintf(stderr, "usage: fill_texture GRAPH SIDE, with a side of 1 to 16384 pixels\n");
        return 2;
    }
    fill_texture(json, read(arguments[1], json, sizeof json), side, pixels);
    fwrite(pixels, 4, (size_t)side * side, stdout);
    free(pixels);
    return 0;
}
