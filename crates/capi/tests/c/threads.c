/* Many threads on the same objects, and calls that are cancelled. */
#include <pthread.h>

#include "check.h"

enum { THREADS = 8, ROUNDS = 6, SIDE = 48, COUNT = 500 };

static travertine_texture *texture;
static travertine_field *field;
static travertine_sampler *sampler;
static float pixels_known[SIDE * SIDE], values_known[COUNT], positions[COUNT][4];

static travertine_status render(uint32_t side, float *pixels, const travertine_options *options) {
    travertine_slice slice = {.size = sizeof slice, .width = side, .height = side};
    travertine_buffer buffer = {.size = sizeof buffer, .format = TRAVERTINE_FLOATS, .data = pixels,
                                .bytes = (size_t)side * side * sizeof *pixels};
    return travertine_field_render_slice(field, &slice, &buffer, options, NULL);
}

/* Renders, samples, describes and changes the texture, all at once. */
static void *work(void *argument) {
    size_t own = (size_t)argument;
    for (int round = 0; round < ROUNDS; round++) {
        float pixels[SIDE * SIDE] = {0}, values[COUNT] = {0};
        travertine_options options = {.size = sizeof options, .threads = (uint32_t)(own % 3)};
        CHECK(render(SIDE, pixels, &options) == TRAVERTINE_OK);
        CHECK(memcmp(pixels, pixels_known, sizeof pixels) == 0);
        CHECK(travertine_sampler_sample(sampler, positions[0], COUNT, values, sizeof values, NULL) == TRAVERTINE_OK);
        CHECK(memcmp(values, values_known, sizeof values) == 0);
        char *json = NULL, scale[8];
        snprintf(scale, sizeof scale, "%d", 1 + (int)own % 7);
        CHECK(travertine_texture_set(texture, "scale", scale, NULL) == TRAVERTINE_OK);
        CHECK(travertine_texture_describe(texture, &json, NULL) == TRAVERTINE_OK);
        travertine_text_free(json);
        travertine_field_free(field_of(texture, "color"));
        travertine_texture *copy = NULL;
        CHECK(travertine_texture_clone(texture, &copy, NULL) == TRAVERTINE_OK);
        travertine_texture_free(copy);
    }
    return NULL;
}

static void objects_serve_all_threads_at_once(void) {
    CHECK(render(SIDE, pixels_known, NULL) == TRAVERTINE_OK);
    for (int index = 0; index < COUNT; index++)
        for (int axis = 0; axis < 4; axis++) positions[index][axis] = (float)((index * 7 + axis * 13) % 101) / 29;
    CHECK(travertine_sampler_sample(sampler, positions[0], COUNT, values_known, sizeof values_known, NULL)
          == TRAVERTINE_OK);
    pthread_t threads[THREADS];
    for (size_t own = 0; own < THREADS; own++) CHECK(pthread_create(&threads[own], NULL, work, (void *)own) == 0);
    for (size_t own = 0; own < THREADS; own++) pthread_join(threads[own], NULL);
}

struct watched {
    pthread_mutex_t lock;
    pthread_cond_t called;
    uint64_t calls, done, total;
    uint64_t stop_after;
    const travertine_cancel *wait_for;
};

/* Checks that progress rises; waits for the flag, or asks to stop. */
static int32_t watch(uint64_t done, uint64_t total, void *user_data) {
    struct watched *watched = user_data;
    pthread_mutex_lock(&watched->lock);
    CHECK(done > watched->done && done <= total && (watched->total == 0 || total == watched->total));
    watched->calls++;
    watched->done = done;
    watched->total = total;
    pthread_cond_signal(&watched->called);
    pthread_mutex_unlock(&watched->lock);
    while (watched->wait_for && !travertine_cancel_is_raised(watched->wait_for)) continue;
    return watched->stop_after != 0 && watched->calls >= watched->stop_after;
}

static struct watched watcher(void) {
    struct watched watched = {.calls = 0};
    pthread_mutex_init(&watched.lock, NULL);
    pthread_cond_init(&watched.called, NULL);
    return watched;
}

static void progress_ends_at_its_total(void) {
    enum { LARGE = 200 };
    static float pixels[LARGE * LARGE];
    for (uint32_t threads = 0; threads < 3; threads++) {
        struct watched watched = watcher();
        travertine_options options = {
            .size = sizeof options, .threads = threads, .progress = watch, .user_data = &watched};
        CHECK(render(LARGE, pixels, &options) == TRAVERTINE_OK);
        CHECK(watched.calls > 1 && watched.done == LARGE * LARGE && watched.total == LARGE * LARGE);
    }
}

static void the_progress_function_cancels(void) {
    enum { LARGE = 400 };
    static float pixels[LARGE * LARGE];
    for (uint32_t threads = 0; threads < 3; threads++) {
        travertine_cancel *cancel = NULL;
        CHECK(travertine_cancel_new(&cancel, NULL) == TRAVERTINE_OK);
        struct watched watched = watcher();
        watched.stop_after = 1;
        travertine_options options = {
            .size = sizeof options, .threads = threads, .progress = watch, .user_data = &watched};
        CHECK(render(LARGE, pixels, &options) == TRAVERTINE_ERROR_CANCELLED);
        CHECK(watched.done < watched.total);
        watched.done = 0;
        options.cancel = cancel;
        CHECK(render(LARGE, pixels, &options) == TRAVERTINE_ERROR_CANCELLED);
        CHECK(travertine_cancel_is_raised(cancel));
        travertine_cancel_free(cancel);
    }
}

struct raiser {
    struct watched *watched;
    const travertine_cancel *cancel;
};

static void *raise_when_called(void *argument) {
    struct raiser *raiser = argument;
    pthread_mutex_lock(&raiser->watched->lock);
    while (raiser->watched->calls == 0) pthread_cond_wait(&raiser->watched->called, &raiser->watched->lock);
    pthread_mutex_unlock(&raiser->watched->lock);
    travertine_cancel_raise(raiser->cancel);
    return NULL;
}

static void another_thread_cancels(void) {
    enum { LARGE = 400 };
    static float pixels[LARGE * LARGE];
    travertine_cancel *cancel = NULL;
    CHECK(travertine_cancel_new(&cancel, NULL) == TRAVERTINE_OK);
    struct watched watched = watcher();
    watched.wait_for = cancel;
    struct raiser raiser = {&watched, cancel};
    travertine_options options = {
        .size = sizeof options, .threads = 2, .cancel = cancel, .progress = watch, .user_data = &watched};
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, raise_when_called, &raiser) == 0);
    CHECK(render(LARGE, pixels, &options) == TRAVERTINE_ERROR_CANCELLED);
    pthread_join(thread, NULL);

    travertine_cancel_free(cancel);

    CHECK(travertine_cancel_new(&cancel, NULL) == TRAVERTINE_OK);
    watched = watcher();
    watched.wait_for = options.cancel = raiser.cancel = cancel;
    travertine_volume volume = {.size = sizeof volume, .width = 50, .height = 50, .depth = 50};
    travertine_buffer buffer = {
        .size = sizeof buffer, .format = TRAVERTINE_FLOATS, .data = pixels, .bytes = sizeof pixels};
    CHECK(pthread_create(&thread, NULL, raise_when_called, &raiser) == 0);
    CHECK(travertine_field_render_volume(field, &volume, &buffer, &options, NULL) == TRAVERTINE_ERROR_CANCELLED);
    pthread_join(thread, NULL);
    CHECK(watched.calls > 0 && watched.done < watched.total);
    travertine_cancel_free(cancel);
}

static void samplers_report_progress_and_are_cancelled(void) {
    enum { MANY = 1 << 16 };
    static float many[MANY][4], values[MANY];
    struct watched watched = watcher();
    travertine_cancel *cancel = NULL;
    CHECK(travertine_cancel_new(&cancel, NULL) == TRAVERTINE_OK);
    travertine_options options = {
        .size = sizeof options, .cancel = cancel, .progress = watch, .user_data = &watched};
    travertine_sampler *own = NULL;
    CHECK(travertine_sampler_new(field, &options, &own, NULL) == TRAVERTINE_OK);
    CHECK(travertine_sampler_sample(own, many[0], MANY, values, sizeof values, NULL) == TRAVERTINE_OK);
    CHECK(watched.calls > 1 && watched.done == MANY);
    travertine_cancel_raise(cancel);
    travertine_cancel_free(cancel);
    CHECK(travertine_sampler_sample(own, many[0], MANY, values, sizeof values, NULL) == TRAVERTINE_ERROR_CANCELLED);
    travertine_sampler_free(own);

    /* Without a flag, a call that is stopped leaves the sampler as it was. */
    watched = watcher();
    watched.stop_after = 1;
    options.cancel = NULL;
    CHECK(travertine_sampler_new(field, &options, &own, NULL) == TRAVERTINE_OK);
    CHECK(travertine_sampler_sample(own, many[0], MANY, values, sizeof values, NULL) == TRAVERTINE_ERROR_CANCELLED);
    CHECK(watched.calls == 1);
    watched.done = watched.total = watched.stop_after = 0;
    CHECK(travertine_sampler_sample(own, many[0], MANY, values, sizeof values, NULL) == TRAVERTINE_OK);
    travertine_sampler_free(own);
}

int main(void) {
    texture = load();
    field = field_of(texture, "height");
    CHECK(travertine_sampler_new(field, NULL, &sampler, NULL) == TRAVERTINE_OK);
    objects_serve_all_threads_at_once();
    progress_ends_at_its_total();
    the_progress_function_cancels();
    another_thread_cancels();
    samplers_report_progress_and_are_cancelled();
    travertine_sampler_free(sampler);
    travertine_field_free(field);
    travertine_texture_free(texture);
    return 0;
}
