//! Files of meshes for tests.

/// A GLB with a JSON chunk and a binary chunk.
pub fn glb(json: &serde_json::Value, numbers: &[u8]) -> Vec<u8> {
    let mut text = json.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let mut file = b"glTF\x02\0\0\0".to_vec();
    file.extend(((28 + text.len() + numbers.len()) as u32).to_le_bytes());
    for (kind, content) in [(b"JSON", text.as_slice()), (b"BIN\0", numbers)] {
        file.extend((content.len() as u32).to_le_bytes());
        file.extend(kind);
        file.extend(content);
    }
    file
}

/// The JSON chunk and the binary chunk of a GLB.
pub fn parts(file: &[u8]) -> (&[u8], &[u8]) {
    let length = file[12..16].iter().rev().fold(0, |length, byte| length << 8 | usize::from(*byte));
    (&file[20..20 + length], &file[28 + length..])
}

/// A binary STL with two triangles.
pub fn stl() -> Vec<u8> {
    let mut file = vec![b' '; 80];
    file.extend(2_u32.to_le_bytes());
    for corner in [1.0, 2.0_f32] {
        let numbers = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, corner, 0.0, 0.0, 0.0, corner, 1.0];
        numbers.iter().for_each(|number| file.extend(number.to_le_bytes()));
        file.extend([0, 0]);
    }
    file
}

/// A PLY with a square.
pub fn ply(format: &str) -> Vec<u8> {
    let mut file = format!(
        "ply\nformat {format} 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n\
         property float s\nproperty float t\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n"
    )
    .into_bytes();
    if format == "ascii" {
        file.extend(b"0 0 0 0 0\n1 0 0 1 0\n1 1 0 1 1\n0 1 0 0 1\n4 0 1 2 3\n");
    } else {
        for [x, y] in [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0_f32]] {
            [x, y, 0.0, x, y].iter().for_each(|number| file.extend(number.to_le_bytes()));
        }
        file.push(4);
        (0..4_i32).for_each(|corner| file.extend(corner.to_le_bytes()));
    }
    file
}
