//! Structures that the caller fills. They begin with their size, and may grow at their end.

use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr::copy_nonoverlapping;
use std::slice;

use crate::cancel::Cancel;
use crate::failure::Failure;

/// A size beyond which the member was surely not set.
const MAX_SIZE: usize = 4096;

/// A structure of the header.
///
/// # Safety
///
/// It is `repr(C)`, begins with its size as a `u32`, and all zeros, as well as all bits that a caller may set, are
/// valid.
pub unsafe trait Filled: Sized {
    /// Its name in the header.
    const NAME: &'static str;

    /// Whether the members are 0 that nothing uses yet.
    fn is_unreserved(&self) -> bool;
}

/// A structure of the caller, or null.
#[repr(transparent)]
pub struct Structure<T>(*const T);

impl<T: Filled> Structure<T> {
    /// A copy of the structure.
    ///
    /// # Errors
    ///
    /// If it is null, its size is less than that of this version, or members that this version does not know are set.
    pub fn get(self, name: &str) -> Result<T, Failure> {
        self.get_or_default(name)?.ok_or_else(|| Failure::null(name))
    }

    /// A copy of the structure; `None` for null.
    ///
    /// # Errors
    ///
    /// As [`Structure::get`].
    pub fn get_or_default(self, name: &str) -> Result<Option<T>, Failure> {
        if self.0.is_null() {
            return Ok(None);
        }
        let bytes = self.0.cast::<u8>();
        // SAFETY: the structure begins with its size.
        let size = unsafe { bytes.cast::<u32>().read_unaligned() } as usize;
        // Once a structure has grown, the sizes that it had before are valid, too.
        let known = size_of::<T>();
        if !(known..=MAX_SIZE).contains(&size) {
            let structure = T::NAME;
            return Err(Failure::call(format!(
                "the size of `{name}` is {size}; expected sizeof({structure}), {known} in this version"
            )));
        }
        let mut value = MaybeUninit::<T>::uninit();
        // SAFETY: the structure has `size` bytes, which are at least those of `T`, and the caller may set all bits.
        let (value, rest) = unsafe {
            copy_nonoverlapping(bytes, value.as_mut_ptr().cast::<u8>(), known);
            (value.assume_init(), slice::from_raw_parts(bytes.add(known), size - known))
        };
        if value.is_unreserved() && rest.iter().all(|byte| *byte == 0) {
            return Ok(Some(value));
        }
        Err(Failure::call(format!(
            "`{name}` sets a member that version {} of the library does not know, or `reserved` is not 0",
            env!("CARGO_PKG_VERSION")
        )))
    }
}

/// The function that receives progress.
pub type ProgressFunction = extern "C" fn(done: u64, total: u64, user_data: *mut c_void) -> i32;

/// `travertine_options`.
#[repr(C)]
pub struct Options<'c> {
    pub size: u32,
    pub threads: u32,
    pub memory: u64,
    pub work: u64,
    pub cancel: Option<&'c Cancel>,
    pub progress: Option<ProgressFunction>,
    pub user_data: *mut c_void,
    pub level: i32,
    pub reserved: u32,
}

/// `travertine_buffer`.
#[repr(C)]
pub struct Buffer {
    pub size: u32,
    pub format: i32,
    pub data: *mut c_void,
    pub bytes: usize,
    pub row_stride: usize,
    pub slice_stride: usize,
}

/// `travertine_slice`.
#[repr(C)]
pub struct Slice {
    pub size: u32,
    pub plane: i32,
    pub width: u32,
    pub height: u32,
    pub region: [f64; 4],
    pub depth: f32,
    pub time: f32,
    pub samples_per_side: u32,
    pub crop_x: u32,
    pub crop_y: u32,
    pub crop_width: u32,
    pub crop_height: u32,
    pub reserved: u32,
}

/// `travertine_volume`.
#[repr(C)]
pub struct Volume {
    pub size: u32,
    pub width: u32,
    pub height: u32,
    pub depth: u32,
    pub region: [f64; 6],
    pub time: f32,
    pub brick_x: u32,
    pub brick_y: u32,
    pub brick_z: u32,
    pub brick_width: u32,
    pub brick_height: u32,
    pub brick_depth: u32,
    pub reserved: u32,
}

// SAFETY: numbers and pointers, of which the header says what they point to.
unsafe impl Filled for Options<'_> {
    const NAME: &'static str = "travertine_options";

    fn is_unreserved(&self) -> bool {
        self.reserved == 0
    }
}

// SAFETY: numbers and a pointer that is not followed here.
unsafe impl Filled for Buffer {
    const NAME: &'static str = "travertine_buffer";

    fn is_unreserved(&self) -> bool {
        true
    }
}

// SAFETY: numbers.
unsafe impl Filled for Slice {
    const NAME: &'static str = "travertine_slice";

    fn is_unreserved(&self) -> bool {
        self.reserved == 0
    }
}

// SAFETY: numbers.
unsafe impl Filled for Volume {
    const NAME: &'static str = "travertine_volume";

    fn is_unreserved(&self) -> bool {
        self.reserved == 0
    }
}
