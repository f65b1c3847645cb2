//! Animations with a picture file for each frame.

use std::path::PathBuf;

use travertine::{Existing, PictureFile, PictureFormat};
use travertine_files::{Fingerprint, PartialOutput};

use crate::animation::Animation;
use crate::error::Error;

/// The numbered files of an animation's frames.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FrameFiles {
    before: String,
    /// The minimum number of digits.
    digits: usize,
    after: String,
    /// The format of each file.
    pub format: PictureFormat,
}

/// Counts of what happened to the frames.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FrameCounts {
    /// Frames that existed and were kept.
    pub kept: u32,
    /// Frames that existed but differed, and were replaced.
    pub replaced: u32,
    /// Frames that were rendered, including replaced ones.
    pub rendered: u32,
    /// Pixels of rendered frames with a value outside the format's range.
    pub clipped: u64,
}

impl FrameFiles {
    /// The files of a pattern: `%d` in it stands for the number of the frame, `%04d` for the number with at least four
    /// digits, `%%` for a percent sign. The ending chooses the format, as in [`PictureFile::new`].
    ///
    /// # Errors
    ///
    /// If there is not exactly one `%d`, or the ending names no format.
    pub fn new(pattern: &str) -> Result<FrameFiles, Error> {
        let wrong = |problem: &'static str| Error::Pattern { pattern: pattern.to_owned(), problem };
        let (mut parts, mut digits, mut rest) = (vec![String::new()], 1, pattern);
        while let Some((plain, code)) = rest.split_once('%') {
            let part = parts.len() - 1;
            parts[part] += plain;
            let digit = |letter: char| !letter.is_ascii_digit();
            let end = code.find(digit).ok_or_else(|| wrong("ends within a %d"))?;
            let (width, after) = code.split_at(end);
            let mut letters = after.chars();
            let kind = letters.next();
            rest = letters.as_str();
            match (width, kind) {
                ("", Some('%')) => parts[part].push('%'),
                (width, Some('d')) if width.is_empty() || width.starts_with('0') => {
                    // A width that overflows is refused below.
                    digits = if width.is_empty() { 1 } else { width.parse().unwrap_or(usize::MAX) };
                    parts.push(String::new());
                }
                _ => return Err(wrong("has a % that is neither %d nor %04d nor %%")),
            }
        }
        let last = parts.len() - 1;
        parts[last] += rest;
        let [before, after] = <[String; 2]>::try_from(parts).map_err(|parts| match parts.len() {
            1 => wrong("has no place for the number of the frame"),
            _ => wrong("has more than one place for the number of the frame"),
        })?;
        if digits > 10 {
            return Err(wrong("has more than ten digits"));
        }
        let format = PictureFile::new(format!("{before}0{after}"))?.format;
        // Frames that exist already are known by their marks.
        if !format.holds_mark() {
            return Err(wrong("ends with neither .png nor .exr"));
        }
        Ok(FrameFiles { before, digits, after, format })
    }

    /// The file of a frame.
    pub fn path(&self, frame: u32) -> PathBuf {
        PathBuf::from(format!("{}{frame:0digits$}{}", self.before, self.after, digits = self.digits))
    }

    /// Renders the frames that do not exist yet. Each appears when it is whole, with a mark that identifies it, so that
    /// an interrupted animation resumes. While it runs, a [`PartialOutput`] keeps other processes from writing the same
    /// files.
    ///
    /// Progress counts the samples of frames that existed, too.
    ///
    /// # Errors
    ///
    /// If memory or work exceed the options, another process writes the same files, it is cancelled, a file cannot be
    /// written, or a file without a mark is at the path of a frame and `overwrite` is false. The latter is found before
    /// the first frame is rendered.
    pub fn write(&self, animation: &Animation, overwrite: bool) -> Result<FrameCounts, Error> {
        let first = animation.render(animation.timeline.first())?;
        first.within_work(animation.timeline.count().into())?;
        let field = animation.field.fingerprint().with_text(|out| self.format.write_canonical(out));
        self.file(animation.timeline.first()).check()?;
        let lock = PartialOutput::open(&self.target(), field)?;
        let made = self.write_locked(animation, field, overwrite);
        // All finished frames are at their own paths.
        lock.remove();
        made
    }

    /// A path that stands for all files: two patterns with the same one may write the same file.
    fn target(&self) -> PathBuf {
        PathBuf::from(format!("{}%d{}", self.before, self.after))
    }

    /// The file of a frame, without a mark.
    fn file(&self, frame: u32) -> PictureFile {
        PictureFile { path: self.path(frame), format: self.format, mark: None }
    }

    /// Renders the missing frames, given the fingerprint of the field.
    fn write_locked(&self, animation: &Animation, field: Fingerprint, overwrite: bool) -> Result<FrameCounts, Error> {
        let file = |frame: u32| self.file(frame).marked_by(field, &animation.slice(frame), animation.crop);
        let samples = animation.render(animation.timeline.first())?.estimate().samples;
        let (mut made, mut missing) = (FrameCounts::default(), Vec::new());
        for frame in animation.timeline.frames() {
            let file = file(frame);
            match file.existing()? {
                Existing::Same => {
                    made.kept += 1;
                    animation.context.advance(samples);
                    continue;
                }
                Existing::Foreign if !overwrite => {
                    return Err(travertine_files::Error::Foreign { path: file.path }.into());
                }
                Existing::Foreign | Existing::Marked => made.replaced += 1,
                Existing::Nothing => {}
            }
            missing.push(frame);
        }
        for frame in missing {
            made.clipped += file(frame).write(&animation.render(frame)?)?;
            made.rendered += 1;
        }
        Ok(made)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_say_where_the_number_goes() {
        for (pattern, frame, path) in [
            ("frame_%04d.png", 7, "frame_0007.png"),
            ("a/%d.exr", 123, "a/123.exr"),
            ("100%%_%02d.PNG", 100, "100%_100.PNG"),
            ("%0d.png", 5, "5.png"),
            ("é%dé.png", 6, "é6é.png"),
        ] {
            assert_eq!(FrameFiles::new(pattern).unwrap().path(frame), PathBuf::from(path));
        }
        for (pattern, problem) in [
            ("frame.png", "no place"),
            ("%d_%d.png", "more than one"),
            ("%s.png", "neither"),
            ("%4d.png", "neither"),
            ("100%.png", "neither"),
            ("%", "ends"),
            ("f_%é.png", "neither"),
            ("é%04é", "neither"),
            ("%011d.png", "ten digits"),
            ("%0999999999999999999999d.png", "ten digits"),
        ] {
            let refused = FrameFiles::new(pattern).unwrap_err().to_string();
            assert!(refused.contains(problem), "{pattern}: {refused}");
        }
        assert!(matches!(FrameFiles::new("%d.gif"), Err(Error::Texture(travertine::Error::Ending { .. }))));
    }
}
