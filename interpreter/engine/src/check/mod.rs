//! From syntax trees and manifest to one typed tree, with everything that is wrong.

pub mod items;
pub mod symbols;
pub mod tree;
pub mod typing;
