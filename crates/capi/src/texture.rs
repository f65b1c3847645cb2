//! The object behind `travertine_texture`: a texture that any number of threads may use.

use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use travertine::Error;

use crate::failure::Failure;

#[derive(Debug)]
pub struct Texture(RwLock<travertine::Texture>);

impl Texture {
    pub fn new(texture: travertine::Texture) -> Texture {
        Texture(RwLock::new(texture))
    }

    /// The texture as it is now. A panic in a setter leaves it as it was, so a poisoned lock is as good as any.
    pub fn read(&self) -> RwLockReadGuard<'_, travertine::Texture> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// A copy of the texture as it is now, for long work that setters of other threads shall not wait for.
    pub fn snapshot(&self) -> travertine::Texture {
        self.read().clone()
    }

    /// Changes the texture, at once for other threads.
    ///
    /// # Errors
    ///
    /// That of the change.
    pub fn change(&self, change: impl FnOnce(&mut travertine::Texture) -> Result<(), Error>) -> Result<(), Failure> {
        Ok(change(&mut self.0.write().unwrap_or_else(PoisonError::into_inner))?)
    }
}
