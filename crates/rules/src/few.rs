//! A short list without the heap.

use std::fmt;
use std::ops::Deref;

/// At most `N` copyable values in order. Reads as a slice.
#[derive(Clone, Copy)]
pub struct Few<T: Copy + Default, const N: usize> {
    items: [T; N],
    len: u8,
}

impl<T: Copy + Default, const N: usize> Few<T, N> {
    /// An empty list.
    #[must_use]
    pub fn new() -> Self {
        Few {
            items: [T::default(); N],
            len: 0,
        }
    }

    /// The list of these values, `None` where they are more than `N`.
    #[must_use]
    pub fn of(values: &[T]) -> Option<Self> {
        let items = std::array::from_fn(|at| values.get(at).copied().unwrap_or_default());
        let len = u8::try_from(values.len()).ok()?;
        (values.len() <= N).then_some(Few { items, len })
    }

    /// The first `len` of these values.
    #[inline]
    pub(crate) const fn first(items: [T; N], len: u8) -> Self {
        Few { items, len }
    }

    /// How many there are.
    #[inline]
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there is none.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Appends a value. A full list stays as it is.
    pub fn push(&mut self, value: T) {
        if (self.len as usize) < N {
            self.items[self.len as usize] = value;
            self.len += 1;
        }
    }

    /// Takes the value at `index` out; the later ones move up. Does nothing past the end.
    pub fn remove(&mut self, index: usize) {
        if index < self.len as usize {
            // All places, whether in use or not: a fixed number of steps is fast.
            for at in 1..N {
                if at > index {
                    self.items[at - 1] = self.items[at];
                }
            }
            self.len -= 1;
        }
    }

    /// Keeps the values that `keep` accepts, in order.
    pub fn retain(&mut self, mut keep: impl FnMut(&T) -> bool) {
        let mut kept = 0;
        for at in 0..self.len as usize {
            if keep(&self.items[at]) {
                self.items[kept] = self.items[at];
                kept += 1;
            }
        }
        self.len = kept as u8;
    }

    /// Takes all values out.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Sorts the values.
    pub fn sort(&mut self)
    where
        T: Ord,
    {
        self.items[..self.len as usize].sort_unstable();
    }

    /// Sorts the values by a key; equal ones keep their order.
    pub fn sort_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        let len = self.len as usize;
        for end in 1..len {
            let mut at = end;
            while at > 0 && key(&self.items[at]) < key(&self.items[at - 1]) {
                self.items.swap(at, at - 1);
                at -= 1;
            }
        }
    }
}

impl<T: Copy + Default, const N: usize> Default for Few<T, N> {
    fn default() -> Self {
        Few::new()
    }
}

impl<T: Copy + Default, const N: usize> Deref for Few<T, N> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items[..self.len as usize]
    }
}

impl<'a, T: Copy + Default, const N: usize> IntoIterator for &'a Few<T, N> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: Copy + Default + PartialEq, const N: usize> PartialEq for Few<T, N> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Copy + Default + Eq, const N: usize> Eq for Few<T, N> {}

impl<T: Copy + Default + fmt::Debug, const N: usize> fmt::Debug for Few<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::Few;

    #[test]
    fn a_full_list_takes_no_more() {
        let mut few = Few::<u8, 2>::of(&[1, 2]).expect("two fit");
        few.push(3);
        assert_eq!(*few, [1, 2]);
        assert!(Few::<u8, 2>::of(&[1, 2, 3]).is_none());
    }

    #[test]
    fn removing_moves_the_later_values_up() {
        let mut few = Few::<u8, 4>::of(&[6, 6, 2]).expect("three fit");
        few.remove(0);
        few.remove(7);
        assert_eq!(*few, [6, 2]);
    }
}
