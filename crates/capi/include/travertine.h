/*
 * Travertine: procedural solid textures from a graph of nodes.
 *
 * A texture is a graph: a JSON document, as the editor and the command line write it. Each of its outputs is a field: a
 * function from a position (x, y, z) and a time to a float, a vector or a color. A field has one value at a position,
 * to the last bit, on every processor, at every SIMD level and with any number of threads.
 *
 *     travertine_texture *texture = NULL;
 *     travertine_field *color = NULL;
 *     travertine_error *error = NULL;
 *     if (travertine_texture_load(json, length, &texture, &error) == TRAVERTINE_OK
 *         && travertine_field_new(texture, "color", &color, &error) == TRAVERTINE_OK) {
 *         travertine_slice slice = {.size = sizeof slice, .width = 512, .height = 512};
 *         travertine_buffer buffer = {
 *             .size = sizeof buffer, .format = TRAVERTINE_RGBA8, .data = pixels, .bytes = 512 * 512 * 4};
 *         travertine_field_render_slice(color, &slice, &buffer, NULL, &error);
 *     }
 *     if (error) fprintf(stderr, "%s\n", travertine_error_message(error));
 *     travertine_error_free(error);
 *     travertine_field_free(color);
 *     travertine_texture_free(texture);
 *
 * RESULTS. A function that can fail returns TRAVERTINE_OK or one of the TRAVERTINE_ERROR codes. Its last parameter is
 * `error`: NULL, or the place for an error object, which is set to NULL on success and to a new object on failure. Free
 * that object with travertine_error_free. Results go to the parameters before it; a failed function sets handles and
 * texts to NULL. Pixels and samples are unspecified after a failure, but no byte outside the announced buffer changes.
 *
 * MEMORY. Each object belongs to the caller until its own `free` function, which also takes NULL. Objects do not need
 * each other: a texture may be freed while its fields are in use. Texts that the library allocates (`char **`) are
 * freed by travertine_text_free. Texts are UTF-8 and end with a 0. The library keeps no pointer that it was given, with
 * two exceptions: a sampler keeps the progress function and its user data.
 *
 * THREADS. Any number of threads may call any functions at once, also on the same object, except that an object must
 * not be freed, and a buffer must not be read or written, while a call uses it. Setters of a texture are atomic:
 * another thread sees the texture before or after. A field does not follow later changes of its texture. Unless all
 * calls had `threads` of 1, the process keeps threads of the library: do not unload it then.
 *
 * STRUCTURES. `size` is the first member: set it to `sizeof` the structure and everything that you do not need to 0. A
 * member of 0 means its default. Later versions may add members at the end. A library that does not know them refuses
 * values other than 0 in them.
 */
#ifndef TRAVERTINE_H
#define TRAVERTINE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header. */
#define TRAVERTINE_VERSION "0.1.0"
#define TRAVERTINE_VERSION_NUMBER 0x000100

/* The version of the library as text, such as "0.1.0". Never freed. */
const char *travertine_version(void);

/* The version of the library as a number: major * 65536 + minor * 256 + patch. */
uint32_t travertine_version_number(void);

/* ---- Results and errors ---- */

/* TRAVERTINE_OK, or the kind of a failure. */
typedef int32_t travertine_status;

enum {
    TRAVERTINE_OK = 0,
    /* The call itself is wrong: a null pointer, text that is not UTF-8, an unknown number of an enumeration, a
       structure of an unknown size. */
    TRAVERTINE_ERROR_CALL = 1,
    /* The document is not a valid graph. The error lists everything that is wrong with it. */
    TRAVERTINE_ERROR_DOCUMENT = 2,
    /* A name or a value does not fit the texture. */
    TRAVERTINE_ERROR_VALUE = 3,
    /* The work exceeds a limit: of memory, of work, of a side in pixels, of operations. */
    TRAVERTINE_ERROR_LIMIT = 4,
    /* A region is empty or not finite, a crop or brick leaves its picture, a position is not finite. */
    TRAVERTINE_ERROR_GEOMETRY = 5,
    /* The caller's buffer is too small, or its strides are too small or too large. */
    TRAVERTINE_ERROR_BUFFER = 6,
    /* The flag of the options was raised, or the progress function returned another number than 0. */
    TRAVERTINE_ERROR_CANCELLED = 7,
    /* A fault of the library. Please report it with the message. */
    TRAVERTINE_ERROR_INTERNAL = 8,
    /* A file cannot be read or written, or must not be replaced. */
    TRAVERTINE_ERROR_FILE = 9
};

/* The reason why a call failed. It never changes. */
typedef struct travertine_error travertine_error;

/* The code that the call returned; TRAVERTINE_OK for NULL. */
travertine_status travertine_error_code(const travertine_error *error);

/* What is wrong, where, what was expected and what to do, in English. It may have several lines. It lives as long as
   the error; "" for NULL. */
const char *travertine_error_message(const travertine_error *error);

/* The diagnostics of the document, the name or the value, as a JSON list of objects:
       {"severity": "error", "pointer": "/nodes/n/type", "line": 3, "column": 12, "message": "...", "expected": "...",
        "help": "..."}
   `line`, `column`, `expected` and `help` may be missing. `pointer` is a JSON pointer (RFC 6901). Other errors have an
   empty list. It lives as long as the error; "[]" for NULL. */
const char *travertine_error_json(const travertine_error *error);

void travertine_error_free(travertine_error *error);

/* Frees a text that the library has allocated. */
void travertine_text_free(char *text);

/* ---- Textures ---- */

/* A valid graph, and a value for each of its parameters. */
typedef struct travertine_texture travertine_texture;

/* Parses a graph: `length` bytes of JSON, which need no 0 at the end. */
travertine_status travertine_texture_load(const void *json, size_t length, travertine_texture **texture,
                                          travertine_error **error);

/* A copy whose changes do not affect the original. It is cheap: both share the graph. */
travertine_status travertine_texture_clone(const travertine_texture *texture, travertine_texture **copy,
                                           travertine_error **error);

void travertine_texture_free(travertine_texture *texture);

/* Describes the texture as a JSON object:
       {"name": "Marble", "description": "...",
        "parameters": [{"name": "veins", "type": "float", "description": "...", "unit": "per unit",
                        "range": [0.5, 8], "choices": [], "default": 3, "value": 3}],
        "presets": [{"name": "Verde", "description": "...", "values": {"veins": 5}}],
        "outputs": [{"name": "color", "type": "color", "channels": 4}]}
   `name` and `description` of a texture without them are "". Types of parameters are float, vector, color, integer,
   seed, boolean, choice, ramp, curve and text. `range` is null without limits; one of its ends may be null. Types of
   outputs are float (1 channel), vector (3) and color (4: linear red, green, blue, and alpha, not multiplied in). */
travertine_status travertine_texture_describe(const travertine_texture *texture, char **json, travertine_error **error);

/* The proven range of each channel of each output, at every position and time, for the values that the parameters have
   now, as a JSON list:
       [{"name": "color", "ranges": [[0, 1], [0, 0.8], [0, 0.7], [1, 1]]}]
   Ranges are not always tight, and a later version may prove tighter ones. An end that nothing limits is null. */
travertine_status travertine_texture_ranges(const travertine_texture *texture, char **json, travertine_error **error);

/* The warnings of the document, as travertine_error_message and travertine_error_json show errors: "" and "[]" if there
   are none. Either of `text` and `json` may be NULL; they are two places. */
travertine_status travertine_texture_warnings(const travertine_texture *texture, char **text, char **json,
                                              travertine_error **error);

/* The document, including inputs that were set, in its canonical layout. */
travertine_status travertine_texture_document(const travertine_texture *texture, char **json, travertine_error **error);

/* Sets a parameter. `value` is JSON: 4.5, [0.8, 0.2, 0.1], true, "marble"; a string may also stand without its quotes,
   and a color may be #rrggbb. On failure the parameter keeps its value. */
travertine_status travertine_texture_set(travertine_texture *texture, const char *parameter, const char *value,
                                         travertine_error **error);

/* Sets every parameter: those that a preset of the graph names to its values, the others to their defaults. The seed
   stays. On failure the texture is as it was. */
travertine_status travertine_texture_apply_preset(travertine_texture *texture, const char *preset,
                                                  travertine_error **error);

/* Sets the seed of the whole texture. With any seed but 0, every seed in the graph is replaced by a different one. */
travertine_status travertine_texture_set_seed(travertine_texture *texture, uint32_t seed, travertine_error **error);

/* Sets an input of a node. `value` is JSON, as in a document, or a string without its quotes. On failure the texture is
   as it was. */
travertine_status travertine_texture_set_input(travertine_texture *texture, const char *node, const char *input,
                                               const char *value, travertine_error **error);

/* ---- Fields ---- */

/* An output with the values that the parameters had when the field was made, compiled. It never changes. */
typedef struct travertine_field travertine_field;

/* Makes a field of an output; NULL is the first output. It compiles the graph unless the texture has done so before; a
   change of a float, vector or color parameter does not compile it again. */
travertine_status travertine_field_new(const travertine_texture *texture, const char *output, travertine_field **field,
                                       travertine_error **error);

void travertine_field_free(travertine_field *field);

/* Floats of a value: 1 for a float, 3 for a vector, 4 for a color; 0 for NULL. */
uint32_t travertine_field_channels(const travertine_field *field);

/* ---- Options ---- */

/* A flag that stops calls. */
typedef struct travertine_cancel travertine_cancel;

travertine_status travertine_cancel_new(travertine_cancel **cancel, travertine_error **error);

/* Raises the flag, from any thread. Calls that have it in their options soon return TRAVERTINE_ERROR_CANCELLED. It
   stays raised: use a new flag for new work. Does nothing for NULL. */
void travertine_cancel_raise(const travertine_cancel *cancel);

/* 1 if the flag is raised, otherwise 0; 0 for NULL. */
int32_t travertine_cancel_is_raised(const travertine_cancel *cancel);

void travertine_cancel_free(travertine_cancel *cancel);

/* Receives the progress of a call: `done` of `total` samples. It may run on any thread, never on two at once for one
   call, and `done` never falls. If it does not return 0, the call is cancelled, unless it is at its end: it raises the
   flag of its options, if they have one. It must not throw an exception or jump out. */
typedef int32_t (*travertine_progress)(uint64_t done, uint64_t total, void *user_data);

/* SIMD levels. One that the processor lacks is replaced by the best that it has. */
enum {
    TRAVERTINE_LEVEL_BEST = 0,
    TRAVERTINE_LEVEL_SCALAR = 1,
    TRAVERTINE_LEVEL_SSE2 = 2,
    TRAVERTINE_LEVEL_AVX2 = 3,
    TRAVERTINE_LEVEL_AVX512 = 4,
    TRAVERTINE_LEVEL_NEON = 5
};

/* Options of a call. None changes a bit of its result. NULL in place of options gives every default. */
typedef struct travertine_options {
    uint32_t size;                /* sizeof(travertine_options) */
    uint32_t threads;             /* threads of a render, 1 the calling one alone; 0: one for each core */
    uint64_t memory;              /* limit of memory in bytes; 0: three quarters of the machine's */
    uint64_t work;                /* limit of work in operations; 0: 10^14, about a day on one core */
    const travertine_cancel *cancel; /* NULL, or a flag that stops the call */
    travertine_progress progress; /* NULL, or a function that receives progress */
    void *user_data;              /* passed on to `progress` */
    int32_t level;                /* a TRAVERTINE_LEVEL */
    uint32_t reserved;            /* 0 */
} travertine_options;

/* ---- Pictures and volumes ---- */

/* Formats of the pixels of a buffer. Red, green, blue and alpha are in this order in memory; numbers of 16 and 32 bits
   have the byte order of the machine. A float gives equal red, green and blue; what has no alpha gets the greatest. */
enum {
    /* As many 32-bit floats as the field has channels: linear, unclipped. */
    TRAVERTINE_FLOATS = 1,
    /* Four 32-bit floats: linear, unclipped. */
    TRAVERTINE_RGBA32F = 2,
    /* Four bytes, clipped to 0 to 1. Colors are in sRGB, floats and vectors are linear; alpha is linear. */
    TRAVERTINE_RGBA8 = 3,
    /* Four 16-bit numbers, otherwise as TRAVERTINE_RGBA8. */
    TRAVERTINE_RGBA16 = 4
};

/* The caller's memory for pixels: rows from the top, pixels from the left. Pixels of a row are adjacent. Bytes between
   rows keep their contents. */
typedef struct travertine_buffer {
    uint32_t size;       /* sizeof(travertine_buffer) */
    int32_t format;      /* a format, such as TRAVERTINE_RGBA8; there is no default */
    void *data;          /* the first byte; it needs no alignment, but floats are the fastest if aligned to 4 */
    size_t bytes;        /* number of bytes from `data` on that may be written */
    size_t row_stride;   /* bytes from one row to the next; 0: rows are adjacent */
    size_t slice_stride; /* bytes from one slice of a volume to the next; 0: slices are adjacent */
} travertine_buffer;

/* Planes of a slice: the axis to the right, then the axis down. */
enum {
    TRAVERTINE_PLANE_XY = 0,
    TRAVERTINE_PLANE_XZ = 1,
    TRAVERTINE_PLANE_YZ = 2
};

/* A rectangle of a plane in graph units, divided into pixels. Each pixel is sampled at its center. */
typedef struct travertine_slice {
    uint32_t size;             /* sizeof(travertine_slice) */
    int32_t plane;             /* a TRAVERTINE_PLANE */
    uint32_t width;            /* of the whole picture in pixels, 1 to 2^20 */
    uint32_t height;           /* of the whole picture in pixels, 1 to 2^20 */
    double region[4];          /* left, top, right, bottom; all 0: from 0, the shorter side is one unit long */
    float depth;               /* position along the third axis */
    float time;
    uint32_t samples_per_side; /* a pixel is the mean of the square of this many samples; 0: 1 */
    uint32_t crop_x;           /* the part of the picture to render, in pixels; the buffer holds this part alone */
    uint32_t crop_y;
    uint32_t crop_width;       /* 0 for both, width and height: the whole picture */
    uint32_t crop_height;
    uint32_t reserved;         /* 0 */
} travertine_slice;

/* Renders a slice, or the crop of it, into a buffer. */
travertine_status travertine_field_render_slice(const travertine_field *field, const travertine_slice *slice,
                                                const travertine_buffer *buffer, const travertine_options *options,
                                                travertine_error **error);

/* A box of space in graph units, divided into cells that are sampled at their centers, and a brick of its samples. */
typedef struct travertine_volume {
    uint32_t size;         /* sizeof(travertine_volume) */
    uint32_t width;        /* samples of the whole volume along x, 1 to 2^20 */
    uint32_t height;       /* along y */
    uint32_t depth;        /* along z */
    double region[6];      /* left, top, near, right, bottom, far; all 0: as a slice of this width and height, and as
                              deep as equal distances between samples make it */
    float time;
    uint32_t brick_x;      /* the first sample of the brick to render */
    uint32_t brick_y;
    uint32_t brick_z;
    uint32_t brick_width;  /* samples of the brick; 0 for all three: the whole volume */
    uint32_t brick_height;
    uint32_t brick_depth;
    uint32_t reserved;     /* 0 */
} travertine_volume;

/* Renders a brick of a volume into a buffer: samples along x, then rows along y, then slices along z. The samples have
   the bits of the pixels of slices. The limits of the options bound the brick, not the volume. */
travertine_status travertine_field_render_volume(const travertine_field *field, const travertine_volume *volume,
                                                 const travertine_buffer *buffer, const travertine_options *options,
                                                 travertine_error **error);

/* ---- Jobs ---- */

/* Makes files of a graph, as a command of `travertine` does: pictures, animations, sheets of variations, volumes,
   solids, bakes and shaders. `job` is a target of a build file in JSON, whose fields are the flags of the command.
   Paths are relative to the current folder. `texture` takes the place of the field "graph"; with NULL, the job names
   the file of its graph.

       travertine_run(marble, "{\"make\": \"bake\", \"mesh\": \"vase.glb\", \"to\": \"out.glb\", \"occlusion\": 0.5}",
                      NULL, NULL, &error);

   `notes` is NULL, or the place for notes for people, a line each: free them with travertine_text_free. Limits of the
   options replace those of the job. */
travertine_status travertine_run(const travertine_texture *texture, const char *job,
                                 const travertine_options *options, char **notes, travertine_error **error);

/* ---- Samples ---- */

/* A field, or an output with its derivatives, prepared for evaluation at lists of positions. It is independent of what
   it was made of. */
typedef struct travertine_sampler travertine_sampler;

/* Prepares a field. The rasters of erosion, if the field has any, are made now, and all options apply to that. Calls of
   travertine_sampler_sample use the level, the flag and the progress function, and start no threads. The sampler keeps
   these, so the flag may be freed; the function and its user data must outlive the sampler. As many calls at once as
   there are `threads` stay within the limit of memory. */
travertine_status travertine_sampler_new(const travertine_field *field, const travertine_options *options,
                                         travertine_sampler **sampler, travertine_error **error);

/* Prepares an output with its derivatives, for fitting and optimizing; NULL is the first output. The floats at a
   position are the channels of the value; of its change per unit along x, along y and along z; and then of its change
   by each component of the parameters: one of a float, three of a vector, four of a color. `parameters` is NULL or a
   JSON list of their names: "[\"turbulence\", \"vein_color\"]". The values of the parameters are those of now.
   Otherwise as travertine_sampler_new. */
travertine_status travertine_gradient_new(const travertine_texture *texture, const char *output,
                                          const char *parameters, const travertine_options *options,
                                          travertine_sampler **sampler, travertine_error **error);

/* Floats at a position: the channels of the value, and of its derivatives if there are any; 0 for NULL. */
uint32_t travertine_sampler_channels(const travertine_sampler *sampler);

void travertine_sampler_free(travertine_sampler *sampler);

/* Evaluates it at `count` positions of four floats: x, y, z and time. `values` receives the channels of each
   position, linear and unclipped; `values_bytes` is its size. Both arrays are aligned to 4 and do not overlap. */
travertine_status travertine_sampler_sample(const travertine_sampler *sampler, const float *positions, size_t count,
                                            float *values, size_t values_bytes, travertine_error **error);

#ifdef __cplusplus
}
#endif

#endif
