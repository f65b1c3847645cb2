//! Meshes for the tests of this crate.

use crate::mesh::{Mesh, Origin};

/// A cube from -0.5 to 0.5. On the texture, its faces form two rows of three, each 1/4 wide and 1/2 high, so that all
/// numbers are exact. The rightmost quarter is free.
pub fn cube() -> Mesh {
    // For each face: its normal, and the directions of u and v.
    let faces: [[[f32; 3]; 3]; 6] = [
        [[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, -1.0, 0.0]],
        [[-1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]],
        [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]],
        [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, -1.0]],
        [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, -1.0, 0.0]],
        [[0.0, 0.0, -1.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]],
    ];
    let mut mesh = Mesh {
        name: "cube".to_owned(),
        material: None,
        double_sided: false,
        positions: Vec::new(),
        normals: Vec::new(),
        uvs: None,
        triangles: Vec::new(),
        origin: Origin::default(),
    };
    let mut uvs = Vec::new();
    for (index, [facing, right, down]) in faces.into_iter().enumerate() {
        let first = mesh.positions.len() as u32;
        for (across, along) in [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)] {
            let position =
                [0, 1, 2].map(|axis| facing[axis] * 0.5 + right[axis] * (across - 0.5) + down[axis] * (along - 0.5));
            mesh.positions.push(position.map(f64::from));
            mesh.normals.push(facing);
            uvs.push([((index % 3) as f32 + across) / 4.0, ((index / 3) as f32 + along) / 2.0]);
        }
        mesh.triangles.extend([[first, first + 2, first + 1], [first, first + 3, first + 2]]);
    }
    mesh.uvs = Some(uvs);
    mesh
}
