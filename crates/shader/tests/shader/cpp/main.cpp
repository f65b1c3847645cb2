// Evaluates outputs of a translated shader. Reads floats from the standard input, those of one sample after the other:
// x, y, z and time, then the normal, the curvature and the texture coordinates. Writes the floats of all outputs.
#include "shader.metal"
#include <cstdio>
#include <cstdlib>

int main() {
    // The compiler must not know that it is 0.
    volatile unsigned nothing = 0;
    const metal::uint zero = nothing;
    float site[10];
    while (std::fread(site, sizeof(float), 10, stdin) == 10) {
        float results[256];
        unsigned count = 0;
        evaluate(site, zero, results, count);
        std::fwrite(results, sizeof(float), count, stdout);
    }
    return 0;
}
