//! The one table of diagnostic codes: id, severity, title, and what `cardwright explain` says.

use serde::{Serialize, Serializer};

use super::Severity;

macro_rules! codes {
    ($($name:ident $id:literal $severity:ident $title:literal $explain:literal)*) => {
        /// A kind of mistake. `E…` forbids playing, `W…` does not.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code { $(#[doc = $title] $name),* }

        impl Code {
            /// All codes in the order of the table.
            pub const ALL: &'static [Code] = &[$(Code::$name),*];

            /// `E0101`
            pub fn id(self) -> &'static str {
                match self { $(Code::$name => $id),* }
            }

            /// What it is by default.
            pub fn severity(self) -> Severity {
                match self { $(Code::$name => Severity::$severity),* }
            }

            /// A few words.
            pub fn title(self) -> &'static str {
                match self { $(Code::$name => $title),* }
            }

            /// Why it is a mistake, an example, and what to write instead.
            pub fn explain(self) -> &'static str {
                match self { $(Code::$name => $explain),* }
            }

            /// The code of an id such as `E0101`, in any case.
            pub fn from_id(id: &str) -> Option<Code> {
                Code::ALL.iter().copied().find(|code| code.id().eq_ignore_ascii_case(id))
            }
        }
    };
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

// E01 writing (syntax) · E02 names · E03 types and values · E04 manifest · E05 components and attributes
// E06 flow, hooks and effects · E07 what seats know · E08 packs and variants · W.. the same areas, as warnings
codes! {
    // ---- E01, W01: how scripts are written
    SyntaxError "E0101" Error "the text cannot be read here"
        "The script does not follow the grammar at this place. The message says what could stand there.\n\nEvery statement starts with a word of the language (`move`, `gain`, `choose` …) or is a call such as `draw(2)`. Braces `{ }`, brackets `[ ]` and parentheses `( )` must be closed in the order in which they were opened."
}
