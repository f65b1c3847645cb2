//! Flags that stop calls.

/// The object behind `travertine_cancel`.
#[derive(Debug, Default)]
pub struct Cancel(pub travertine::Cancel);
