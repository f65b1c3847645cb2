//! Reads points from CSV, line by line.

use std::borrow::Cow;
use std::io::{self, BufRead, Read};
use std::path::Path;

use crate::csv;
use crate::failure::Failure;

/// Limit of a line, in bytes: more than a header of the longest names needs.
const MAX_LINE: usize = 1 << 16;

/// The names of the coordinates in a header, in the order of lines without one.
const NAMES: [&str; 4] = ["x", "y", "z", "time"];

/// What a point is.
const EXPECTED: &str = "expected x,y or x,y,z or x,y,z,time, all finite numbers";

/// Parses a point: `x,y`, `x,y,z` or `x,y,z,time`.
pub fn point(text: &str) -> Result<[f32; 4], String> {
    Columns::without_header().point(text).map_err(|problem| format!("{problem}; {EXPECTED}"))
}

/// Reads points from lines of `x,y`, `x,y,z` or `x,y,z,time`. Missing coordinates are 0.
///
/// The first line may be a header, which names the columns of the coordinates; others are not read. Empty lines are
/// skipped.
pub struct Points<'a, R> {
    source: R,
    path: &'a Path,
    line: Vec<u8>,
    number: u64,
    columns: Option<Columns>,
}

/// The coordinate of each column; `None` for columns that are not read.
struct Columns {
    coordinates: Vec<Option<usize>>,
    has_header: bool,
}

impl<'a, R: BufRead> Points<'a, R> {
    /// Reads from `source`. Messages name it `path`.
    pub fn new(source: R, path: &'a Path) -> Points<'a, R> {
        Points { source, path, line: Vec::new(), number: 0, columns: None }
    }

    /// The next point (x, y, z, time), each coordinate rounded to the nearest float; `None` at the end.
    pub fn next(&mut self) -> Result<Option<[f32; 4]>, Failure> {
        loop {
            self.line.clear();
            let mut limited = self.source.by_ref().take(MAX_LINE as u64);
            let length = limited.read_until(b'\n', &mut self.line).map_err(|source| self.unreadable(source))?;
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
            let columns = match &self.columns {
                Some(columns) => columns,
                None => {
                    let header = Columns::of_header(text).map_err(|problem| self.wrong(&problem))?;
                    let is_header = header.is_some();
                    let columns = self.columns.insert(header.unwrap_or_else(Columns::without_header));
                    if is_header {
                        continue;
                    }
                    columns
                }
            };
            return columns.point(text).map(Some).map_err(|problem| self.wrong(&problem));
        }
    }

    fn unreadable(&self, source: io::Error) -> Failure {
        Failure::from(travertine_files::Error::read(self.path)(source))
    }

    fn wrong(&self, problem: &str) -> Failure {
        Failure::InputOutput(format!("error: {}:{}: {problem}; {EXPECTED}", self.path.display(), self.number))
    }
}

impl Columns {
    fn without_header() -> Columns {
        Columns { coordinates: (0..NAMES.len()).map(Some).collect(), has_header: false }
    }

    /// The columns of a header; `None` if the line is not one, which names x and y.
    fn of_header(line: &str) -> Result<Option<Columns>, String> {
        let coordinate = |field: Result<Cow<str>, &str>| {
            let name = field.ok()?.to_lowercase();
            let name = if name == "t" { "time" } else { &name };
            NAMES.iter().position(|known| *known == name)
        };
        let coordinates: Vec<Option<usize>> = csv::fields(line).map(coordinate).collect();
        let count = |index| coordinates.iter().filter(|coordinate| **coordinate == Some(index)).count();
        if count(0) == 0 || count(1) == 0 {
            return Ok(None);
        }
        match (0..NAMES.len()).find(|index| count(*index) > 1) {
            Some(index) => Err(format!("the header has two columns `{}`", NAMES[index])),
            // It says what holds without it.
            None if coordinates.iter().copied().eq((0..coordinates.len()).map(Some)) => {
                Ok(Some(Columns::without_header()))
            }
            None => Ok(Some(Columns { coordinates, has_header: true })),
        }
    }

    /// The point of a line.
    fn point(&self, line: &str) -> Result<[f32; 4], String> {
        let mut point = [None; NAMES.len()];
        for (index, text) in csv::fields(line).enumerate() {
            let text = text?;
            let Some(coordinate) = self.coordinates.get(index) else {
                return Err(match self.has_header {
                    true => "the line has more values than the header has names".to_owned(),
                    false => "the line has more than four values, and no header names their columns".to_owned(),
                });
            };
            let Some(coordinate) = *coordinate else { continue };
            let value: f32 = text.parse().map_err(|_| format!("{text:?} is not a number"))?;
            if !value.is_finite() {
                return Err(format!("{text:?} is not finite as a 32-bit float"));
            }
            point[coordinate] = Some(value);
        }
        match point {
            [Some(_), Some(_), ..] => Ok(point.map(Option::unwrap_or_default)),
            [Some(_), None, ..] if !self.has_header => Err("the line has only one value".to_owned()),
            _ => Err("the line has no x or no y".to_owned()),
        }
    }
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
    fn numbers_may_be_quoted_and_a_header_names_the_columns() {
        assert_eq!(read("\"1\",\"2.5\"\n1,\" 2 \"\n").unwrap(), [[1.0, 2.5, 0.0, 0.0], [1.0, 2.0, 0.0, 0.0]]);
        let text = "id,\"Y\",t,x,\"note, long\"\na,1,2,3,\"b, \"\"c\"\"\"\nd,4,5,6\n";
        assert_eq!(read(text).unwrap(), [[3.0, 1.0, 0.0, 2.0], [6.0, 4.0, 0.0, 5.0]]);
    }

    #[test]
    fn errors_name_the_line() {
        for (text, problem) in [
            ("x,y\n1,nan\n", "points.csv:2: \"nan\" is not finite"),
            ("1,2\n1,1e39\n", ":2: \"1e39\" is not finite"),
            ("1,2\n\n1\n", ":3: the line has only one value"),
            ("1,2,3,4,5", ":1: the line has more than four"),
            ("1,2\nx,y\n", ":2: \"x\" is not a number"),
            ("x,name\n1,2\n", ":1: \"x\" is not a number"),
            ("x,y,X\n", ":1: the header has two columns `x`"),
            ("x,y,height\n1,2,3,4\n", ":2: the line has more values than the header"),
            ("height,x,y\n1,2\n", ":2: the line has no x or no y"),
            ("1,\"2\n", ":1: a quote is not closed"),
            ("1,\n", ":1: \"\" is not a number"),
            (&"1".repeat(70_000), ":1: the line is longer"),
        ] {
            let Err(Failure::InputOutput(message)) = read(text) else { panic!("{text} was read") };
            assert!(message.contains(problem), "{message}");
        }
    }
}
