// As much of OSL as translated shaders use, for a C++ compiler.
#pragma once
#include <cmath>

namespace osl {
struct vector {
    float parts[3];
    vector(float a) : parts{a, a, a} {}
    vector(float a, float b, float c) : parts{a, b, c} {}
    float &operator[](int i) { return parts[i]; }
    float operator[](int i) const { return parts[i]; }
};
using color = vector;
// A file is the picture in it.
using string = const metal::picture *;
inline void gettextureinfo(string file, const char *, int *size) {
    size[0] = int(file->width);
    size[1] = int(file->height);
}
template <typename... Rest> color texture(string file, float across, float down, Rest...) {
    // The pixel whose center is there.
    auto pixel = file->at(metal::uint(across * float(file->width)), metal::uint(down * float(file->height)));
    return color(pixel.x, pixel.y, pixel.z);
}
#define OPERATOR(SIGN)                                                                                                 \
    inline vector operator SIGN(vector a, vector b) { return vector(a[0] SIGN b[0], a[1] SIGN b[1], a[2] SIGN b[2]); } \
    inline vector operator SIGN(float a, vector b) { return vector(a SIGN b[0], a SIGN b[1], a SIGN b[2]); }           \
    inline vector operator SIGN(vector a, float b) { return vector(a[0] SIGN b, a[1] SIGN b, a[2] SIGN b); }
OPERATOR(+)
OPERATOR(-)
OPERATOR(*)
OPERATOR(/)
inline vector operator-(vector a) { return vector(-a[0], -a[1], -a[2]); }
inline float abs(float x) { return std::fabs(x); }
inline int abs(int x) { return x < 0 ? -x : x; }
template <typename T> T min(T a, T b) { return b < a ? b : a; }
template <typename T> T max(T a, T b) { return a < b ? b : a; }
inline float clamp(float x, float low, float high) { return min(max(x, low), high); }
inline float floor(float x) { return std::floor(x); }
inline float ceil(float x) { return std::ceil(x); }
inline float trunc(float x) { return std::trunc(x); }
inline float sqrt(float x) { return std::sqrt(x); }
inline float exp2(float x) { return std::exp2(x); }
inline float log2(float x) { return std::log2(x); }
inline float pow(float x, float y) { return std::pow(x, y); }
inline float sign(float x) { return x > 0 ? 1.0f : x < 0 ? -1.0f : 0.0f; }
} // namespace osl
