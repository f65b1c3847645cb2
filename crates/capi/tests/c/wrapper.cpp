// The header from C++: objects that free themselves.
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <travertine.h>

using Texture = std::unique_ptr<travertine_texture, decltype(&travertine_texture_free)>;
using Field = std::unique_ptr<travertine_field, decltype(&travertine_field_free)>;

// Takes the error by reference: the call that sets it is the other argument.
static void check(travertine_status status, travertine_error *&error) {
    if (status == TRAVERTINE_OK) return;
    std::string message = travertine_error_message(error);
    travertine_error_free(error);
    throw std::runtime_error(message);
}

static Texture load(const std::string &json) {
    travertine_texture *texture = nullptr;
    travertine_error *error = nullptr;
    check(travertine_texture_load(json.data(), json.size(), &texture, &error), error);
    return Texture(texture, travertine_texture_free);
}

static std::vector<unsigned char> render(const Texture &texture, uint32_t side) {
    travertine_field *made = nullptr;
    travertine_error *error = nullptr;
    check(travertine_field_new(texture.get(), nullptr, &made, &error), error);
    Field field(made, travertine_field_free);
    std::vector<unsigned char> pixels(std::size_t(side) * side * 4);
    travertine_slice slice = {};
    slice.size = sizeof slice;
    slice.width = slice.height = side;
    travertine_buffer buffer = {};
    buffer.size = sizeof buffer;
    buffer.format = TRAVERTINE_RGBA8;
    buffer.data = pixels.data();
    buffer.bytes = pixels.size();
    check(travertine_field_render_slice(field.get(), &slice, &buffer, nullptr, &error), error);
    return pixels;
}

int main() {
    Texture texture = load(R"({"format": "travertine", "version": 1, "nodes": {"noise": {"type": "noise/perlin"}},
                               "outputs": {"height": {"node": "noise"}}})");
    std::vector<unsigned char> pixels = render(texture, 16);
    bool is_gray_and_opaque = pixels[0] == pixels[1] && pixels[1] == pixels[2] && pixels[3] == 255;
    bool refuses = false;
    try {
        load("{}");
    } catch (const std::runtime_error &error) {
        refuses = std::strstr(error.what(), "error") != nullptr;
    }
    return is_gray_and_opaque && refuses ? 0 : 1;
}
