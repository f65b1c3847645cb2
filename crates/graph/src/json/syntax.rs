//! The grammar of numbers (RFC 8259, section 6).

/// A syntax error of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NumberError {
    /// Digits are missing at this offset.
    Digits(usize),
    /// Other digits follow a leading zero.
    LeadingZero,
}

/// Length in bytes of the number at the start of `text`.
pub(super) fn number_length(text: &[u8]) -> Result<usize, NumberError> {
    let digits = |from: usize| text[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut at = usize::from(text.first() == Some(&b'-'));

    let whole = digits(at);
    if whole == 0 {
        return Err(NumberError::Digits(at));
    }
    if whole > 1 && text[at] == b'0' {
        return Err(NumberError::LeadingZero);
    }
    at += whole;

    if text.get(at) == Some(&b'.') {
        let fraction = digits(at + 1);
        if fraction == 0 {
            return Err(NumberError::Digits(at + 1));
        }
        at += 1 + fraction;
    }

    if matches!(text.get(at), Some(b'e' | b'E')) {
        at += 1;
        at += usize::from(matches!(text.get(at), Some(b'+' | b'-')));
        let exponent = digits(at);
        if exponent == 0 {
            return Err(NumberError::Digits(at));
        }
        at += exponent;
    }
    Ok(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_ends_where_its_grammar_does() {
        assert_eq!(number_length(b"-12.5e+3]"), Ok(8));
        assert_eq!(number_length(b"0,"), Ok(1));
        assert_eq!(number_length(b"0x10"), Ok(1));
        assert_eq!(number_length(b"1.e"), Err(NumberError::Digits(2)));
        assert_eq!(number_length(b"007"), Err(NumberError::LeadingZero));
    }
}
