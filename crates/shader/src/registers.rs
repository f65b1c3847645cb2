//! Registers for the results of steps: each is free again behind the last step that reads it.

use travertine_program::Program;

use crate::order::Ordered;

/// The register of each operation that is a step, and the number of registers.
pub(crate) fn registers(program: &Program, ordered: &[Ordered]) -> (Vec<u32>, usize) {
    let operations = program.operations();
    let order: Vec<usize> = ordered.iter().flat_map(|run| run.operations.iter().copied()).collect();
    // The place in the order of the last step that reads a result.
    let mut last = vec![None; operations.len()];
    for (place, index) in order.iter().enumerate() {
        operations[*index].operands().iter().for_each(|operand| last[operand.index()] = Some(place));
    }
    // Outputs are read behind all steps.
    for value in program.outputs().iter().flat_map(|output| &output.values) {
        last[value.index()] = Some(order.len());
    }
    let mut registers = vec![None; operations.len()];
    let (mut free, mut count) = (Vec::new(), 0);
    for (place, index) in order.iter().enumerate() {
        for operand in operations[*index].operands() {
            let operand = operand.index();
            if last[operand] == Some(place)
                && let Some(register) = registers[operand]
            {
                free.push(register);
                // An operand that is read twice is free once.
                last[operand] = None;
            }
        }
        registers[*index] = Some(free.pop().unwrap_or_else(|| {
            count += 1;
            count - 1
        }));
    }
    (registers.into_iter().map(Option::unwrap_or_default).collect(), count as usize)
}

#[cfg(test)]
mod tests {
    use travertine::Texture;
    use travertine_tests::random_graph;

    use super::*;
    use crate::order::order;
    use crate::steps::Steps;

    #[test]
    fn every_step_finds_its_operands_in_their_registers() {
        let mut tested = 0;
        for seed in 0..200 {
            let document = random_graph::document(seed, travertine::registry());
            let texture = Texture::parse(document.as_bytes()).unwrap();
            let outputs: Vec<&str> = texture.outputs().collect();
            let (program, bound) = texture.program_of(&outputs).unwrap();
            let Ok(steps) = Steps::new(&texture, "", &program, &bound) else { continue };
            let ordered = order(&program, &steps);
            let (registers, count) = registers(&program, &ordered);
            let is_step = |operation: usize| steps.steps[operation].is_some();
            let mut held = vec![None; count];
            let mut done = 0;
            for run in &ordered {
                for index in &run.operations {
                    let step = steps.steps[*index].as_ref().unwrap();
                    assert_eq!((step.kind, step.texture), (run.kind, run.texture));
                    for operand in program.operations()[*index].operands().iter().map(|operand| operand.index()) {
                        assert!(!is_step(operand) || held[registers[operand] as usize] == Some(operand), "seed {seed}");
                    }
                    held[registers[*index] as usize] = Some(*index);
                    done += 1;
                }
            }
            for value in program.outputs().iter().flat_map(|output| &output.values) {
                let value = value.index();
                assert!(!is_step(value) || held[registers[value] as usize] == Some(value), "seed {seed}");
            }
            assert_eq!(done, steps.steps.iter().flatten().count(), "seed {seed}: each step is done once");
            tested += usize::from(done > 0);
        }
        assert!(tested > 100, "{tested}");
    }

    #[test]
    fn registers_are_free_behind_their_last_reader() {
        let text = r#"{"format": "travertine", "version": 1,
            "nodes": {"noise": {"type": "noise/perlin", "inputs": {"octaves": 12}}},
            "outputs": {"height": {"node": "noise"}}}"#;
        let texture = Texture::parse(text).unwrap();
        let (program, bound) = texture.program_of(&["height"]).unwrap();
        let steps = Steps::new(&texture, "", &program, &bound).unwrap();
        let ordered = order(&program, &steps);
        // The octaves are one run of noise, between two of arithmetic.
        assert_eq!(ordered.len(), 3);
        assert_eq!(ordered[1].operations.len(), 12);
        let count = registers(&program, &ordered).1;
        assert!(count <= 3 * 12 + 2, "{count} registers for three coordinates of twelve octaves");
    }
}
