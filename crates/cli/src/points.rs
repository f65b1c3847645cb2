//! Reads points from CSV, line by line.

use std::io::{self, BufRead, Read};
use std::path::Path;

use crate::failure::Failure;

/// Limit of a line, in bytes; far more than four numbers need.
const MAX_LINE: usize = 4096;

/// Reads points from lines of `x,y`, `x,y,z` or `x,y,z,time`. Missing coordinates are 0.
///
/// The first line may be a header. Empty lines are skipped.
pub struct Points<'a, R> {
    source: R,
    path: &'a Path,
    line: Vec<u8>,
    number: u64,
    begun: bool,
}

impl<'a, R: BufRead> Points<'a, R> {
    /// Reads from `source`. Messages name it `path`.
    pub fn new(source: R, path: &'a Path) -> Points<'a, R> {
        Points { source, path, line: Vec::new(), number: 0, begun: false }
    }

    /// The next point (x, y, z, time), each coordinate rounded to the nearest float; none at the end.
    pub fn next(&mut self) -> Result<Option<[f32; 4]>, Failure> {
        loop {
            self.line.clear();
            let mut limited = self.source.by_ref().take(MAX_LINE as u64);
            let length =
                limited.read_until(b'\n', &mut self.line).map_err(|source| self.unreadable(source))?;
            if length == 0 {
                return Ok(None);
            }
            self.number += 1;
            if length == MAX_LINE {
                return Err(self.wrong(&format!("the line is longer than {MAX_LINE} bytes")));
            }
            let text = str::from_utf8(&self.line).map_err(|_| self.wrong("the line is not UTF-8"))?;
            // Spreadsheets put a byte-order mark before the first line.
            let text = text.trim_start_matches('\u{feff}').trim();
            if text.is_empty() {
                continue;
            }
            let first = !std::mem::replace(&mut self.begun, true);
            if first && is_header(text) {
                continue;
            }
            return point(text).map(Some).map_err(|problem| self.wrong(&problem));
        }
    }

    fn unreadable(&self, source: io::Error) -> Failure {
        Failure::from(travertine_files::Error::read(self.path)(source))
    }

    fn wrong(&self, problem: &str) -> Failure {
        let expected = "expected x,y or x,y,z or x,y,z,time, all finite numbers";
        Failure::InputOutput(format!("error: {}:{}: {problem}; {expected}", self.path.display(), self.number))
    }
}

/// Whether a line is a header: x, y, z and time (or t), in this order.
fn is_header(line: &str) -> bool {
    let names: Vec<String> =
        line.split(',').map(|name| name.trim().trim_matches('"').to_lowercase()).collect();
    let known = ["x", "y", "z", "time"];
    (2..=known.len()).contains(&names.len())
        && names.iter().zip(known).all(|(name, known)| name == known || (name == "t" && known == "time"))
}

fn point(line: &str) -> Result<[f32; 4], String> {
    let mut point = [0.0_f32; 4];
    let mut count = 0;
    for text in line.split(',') {
        let text = text.trim();
        let coordinate = point.get_mut(count).ok_or("the line has more than four values")?;
        count += 1;
        *coordinate = text.parse().map_err(|_| format!("{text:?} is not a number"))?;
        if !coordinate.is_finite() {
            return Err(format!("{text:?} is not finite as a 32-bit float"));
        }
    }
    if count < 2 { Err("the line has only one value".to_owned()) } else { Ok(point) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<[f32; 4]>, Failure> {
        let mut points = Points::new(text.as_bytes(), Path::new("points.csv"));
        let mut all = Vec::new();
        while let Some(point) = points.next()? {
            all.push(point);
        }
        Ok(all)
    }

    #[test]
    fn lines_have_two_to_four_coordinates() {
        let points = [[1.0, 2.0, 0.0, 0.0], [1.0, 2.0, -3.5, 0.0], [1.0, 2.0, 3.0, 4e-3]];
        assert_eq!(read("1,2\n1,2,-3.5\n1,2,3,4e-3").unwrap(), points);
        assert_eq!(read("\u{feff}X,Y,Z,t\r\n 1 , 2\r\n\r\n1,2,-3.5\r\n1,2,3,4e-3\r\n").unwrap(), points);
        assert_eq!(read("").unwrap(), [[0.0; 4]; 0]);
    }

    #[test]
    fn errors_name_the_line() {
        for (text, problem) in [
            ("x,y\n1,nan\n", "points.csv:2: \"nan\" is not finite"),
            ("1,2\n1,1e39\n", ":2: \"1e39\" is not finite"),
            ("1,2\n\n1\n", ":3: the line has only one value"),
            ("1,2,3,4,5", ":1: the line has more than four"),
            ("1,2\nx,y\n", ":2: \"x\" is not a number"),
            ("y,x\n1,2\n", ":1: \"y\" is not a number"),
            ("1,\n", ":1: \"\" is not a number"),
            (&"1".repeat(5000), ":1: the line is longer"),
        ] {
            let Err(Failure::InputOutput(message)) = read(text) else { panic!("{text} was read") };
            assert!(message.contains(problem), "{message}");
        }
    }
}
