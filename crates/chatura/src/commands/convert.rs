//! `chatura convert`: a definition in another form.

use crate::backend;
use crate::cli::{Convert, ConvertTo};
use crate::failure::Failure;
use crate::output::Output;
use std::io::Write;

/// Writes the definition.
pub fn convert(arguments: &Convert, out: &mut Output) -> Result<(), Failure> {
    let text = match arguments.to {
        ConvertTo::Toml => backend::in_toml(&arguments.game)?,
        ConvertTo::Ini => backend::in_ini(&arguments.game)?,
    };
    write!(out, "{text}")?;
    Ok(())
}
