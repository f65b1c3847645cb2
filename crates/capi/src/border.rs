//! The border to C: everything that trusts the promises of the header, which a compiler cannot check.
//!
//! A pointer of the caller is null, or points to what the header says for as long as the call lasts. References behind
//! an `Option` state that in their type, and null is `None`; the types of this module state it where there is more to
//! check.

#![allow(unsafe_code, reason = "pointers and structures come from C")]

mod structures;

use std::ffi::{CStr, CString, c_char, c_void};
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::slice;

use crate::failure::{Failure, OK, Status};

pub use structures::{Buffer, Options, ProgressFunction, Slice, Structure, Volume};

/// The place for an object that the library makes.
pub type Out<'c, T> = Option<&'c mut MaybeUninit<Option<Box<T>>>>;

/// The place for a text that the library makes.
pub type TextOut<'c> = Option<&'c mut MaybeUninit<*mut c_char>>;

/// Runs a call: neither a failure nor a panic crosses the border otherwise than as its status and its error.
pub fn call(mut error: Out<Failure>, work: impl FnOnce() -> Result<(), Failure>) -> Status {
    if let Some(error) = &mut error {
        error.write(None);
    }
    // A panic leaves no broken state behind: objects never change but for textures, whose setters assign last.
    let outcome = catch_unwind(AssertUnwindSafe(work));
    let Err(failure) = outcome.unwrap_or_else(|panic| Err(Failure::internal(&*panic))) else { return OK };
    let code = failure.code;
    if let Some(error) = error {
        error.write(Some(Box::new(failure)));
    }
    code
}

/// Frees an object.
pub fn free<T>(object: Option<Box<T>>) {
    // Nothing can be reported, and nothing else is left to do.
    let _ = catch_unwind(AssertUnwindSafe(|| drop(object)));
}

/// An argument that must not be null.
pub fn given<'c, T>(argument: Option<&'c T>, name: &str) -> Result<&'c T, Failure> {
    argument.ok_or_else(|| Failure::null(name))
}

/// Makes an object for the caller; NULL if that fails.
pub fn give<T>(out: Out<T>, name: &str, make: impl FnOnce() -> Result<T, Failure>) -> Result<(), Failure> {
    let out = out.ok_or_else(|| Failure::null(name))?;
    out.write(None);
    out.write(Some(Box::new(make()?)));
    Ok(())
}

/// Makes a text for the caller; NULL if that fails.
pub fn give_text(out: TextOut, name: &str, make: impl FnOnce() -> Result<String, Failure>) -> Result<(), Failure> {
    let out = out.ok_or_else(|| Failure::null(name))?;
    out.write(std::ptr::null_mut());
    out.write(crate::failure::text(&make()?).into_raw());
    Ok(())
}

/// A text that [`give_text`] made, or null.
#[repr(transparent)]
pub struct OwnedText(*mut c_char);

impl OwnedText {
    pub fn free(self) {
        if !self.0.is_null() {
            // SAFETY: `into_raw` in `give_text` made it, and the caller gives it up.
            drop(unsafe { CString::from_raw(self.0) });
        }
    }
}

/// A text that ends with a 0, or null.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub struct Text(*const c_char);

impl Text {
    pub fn is_null(self) -> bool {
        self.0.is_null()
    }

    /// The text.
    ///
    /// # Errors
    ///
    /// If it is null or not UTF-8.
    pub fn get<'c>(self, name: &str) -> Result<&'c str, Failure> {
        if self.0.is_null() {
            return Err(Failure::null(name));
        }
        // SAFETY: not null; the caller's text ends with a 0 and lives while the call lasts.
        let text = unsafe { CStr::from_ptr(self.0) };
        text.to_str()
            .map_err(|error| Failure::call(format!("`{name}` is not UTF-8: byte {} is wrong", error.valid_up_to())))
    }
}

/// The start of an array that is read, or null.
#[repr(transparent)]
pub struct Array<T>(*const T);

impl Array<c_void> {
    /// The `count` bytes of the array, which may be null if it has none.
    ///
    /// # Errors
    ///
    /// As [`Array::positions`].
    pub fn bytes<'c>(self, count: usize, name: &str) -> Result<&'c [u8], Failure> {
        items(self.0.cast::<u8>(), count, name)
    }
}

impl Array<f32> {
    /// The `count` positions of four floats, which may be null if there are none.
    ///
    /// # Errors
    ///
    /// If it is null, misaligned, or longer than the address space.
    pub fn positions<'c>(self, count: usize, name: &str) -> Result<&'c [[f32; 4]], Failure> {
        items(self.0.cast::<[f32; 4]>(), count, name)
    }
}

/// The items of an array that is read.
fn items<'c, T: bytemuck::AnyBitPattern>(start: *const T, count: usize, name: &str) -> Result<&'c [T], Failure> {
    if check(start, count, name)? {
        return Ok(&[]);
    }
    // SAFETY: not null, aligned, not too long; the header demands `count` items, and all bits are valid.
    Ok(unsafe { slice::from_raw_parts(start, count) })
}

/// The start of an array that is written, or null.
#[repr(transparent)]
pub struct ArrayOut<T>(*mut T);

impl<T: bytemuck::Pod> ArrayOut<T> {
    pub fn new(start: *mut T) -> ArrayOut<T> {
        ArrayOut(start)
    }

    /// Whether the first bytes of this array and those of another are the same memory.
    pub fn overlaps(&self, bytes: usize, other: &[u8]) -> bool {
        let (own, other) = (self.0.addr(), other.as_ptr_range());
        own < other.end.addr() && other.start.addr() < own.saturating_add(bytes)
    }

    /// The `count` items of the array, which may be null if it has none.
    ///
    /// # Errors
    ///
    /// As [`Array::positions`].
    pub fn items<'c>(self, count: usize, name: &str) -> Result<&'c mut [T], Failure> {
        if check(self.0, count, name)? {
            return Ok(&mut []);
        }
        // SAFETY: not null, aligned, not too long; nothing else uses the caller's array while the call lasts.
        Ok(unsafe { slice::from_raw_parts_mut(self.0, count) })
    }
}

/// Checks the pointer of an array with `count` items, and returns whether it is empty.
fn check<T>(start: *const T, count: usize, name: &str) -> Result<bool, Failure> {
    if count == 0 {
        return Ok(true);
    }
    if start.is_null() {
        return Err(Failure::null(name));
    }
    if !start.is_aligned() {
        return Err(Failure::call(format!("`{name}` is not aligned to {} bytes", align_of::<T>())));
    }
    match count.checked_mul(size_of::<T>()) {
        Some(bytes) if bytes <= isize::MAX as usize => Ok(false),
        _ => Err(Failure::call(format!("`{name}` with {count} items exceeds the address space"))),
    }
}
