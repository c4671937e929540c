//! What a crate needs for its planted bugs: mistakes that somebody could make there. A simulation plants one to show that
//! it would be found.

/// Makes the planted bugs of the module that calls it, a row each: what is broken, the bug, its name as one types it.
///
/// ```
/// mod fault {
///     ludohall_table::planted! {
///         /// A clock runs on while the hall is down: somebody loses the time.
///         ClockRunsOn = "clock-runs-on",
///     }
/// }
/// assert!(!fault::is(fault::Fault::ClockRunsOn));
/// ```
///
/// Each bug stands at its place as `if fault::is(Fault::X)`. The cargo feature `planted` of the crate that calls this, which
/// must declare it, decides: with it there are `plant`, `Fault::ALL` and `Fault::name`, and a bug can be planted in a
/// thread. Without it, `is` is a constant `false`, and costs nothing; no product is built with the feature.
#[macro_export]
macro_rules! planted {
    ($($(#[$doc:meta])* $fault:ident = $name:literal,)*) => {
        /// A bug that can be planted.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Fault {
            $($(#[$doc])* $fault,)*
        }

        /// Whether this bug is planted.
        #[cfg(not(feature = "planted"))]
        pub const fn is(_: Fault) -> bool {
            false
        }

        #[cfg(feature = "planted")]
        impl Fault {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$fault,)*];

            /// Its name, as one types it.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$fault => $name,)*
                }
            }
        }

        #[cfg(feature = "planted")]
        ::std::thread_local! {
            static PLANTED: ::std::cell::Cell<Option<Fault>> = const { ::std::cell::Cell::new(None) };
        }

        /// Plants a bug in everything that this thread runs from now on, in the place of the one before; `None` plants none.
        #[cfg(feature = "planted")]
        pub fn plant(fault: Option<Fault>) {
            PLANTED.set(fault);
        }

        /// Whether this bug is planted.
        #[cfg(feature = "planted")]
        #[must_use]
        pub fn is(fault: Fault) -> bool {
            PLANTED.get() == Some(fault)
        }
    };
}
