//! The hall that a measurement is made on: one of its own, or one that runs already.

use crate::{
    failure::Failure,
    hall::{Hall, Spec},
    load::Measured,
    machine,
};
use clap::Args;
use std::{
    fs,
    net::SocketAddr,
    path::{Path, PathBuf},
};
use tempfile::TempDir;

/// Where the hall comes from.
#[derive(Clone, Debug, Default, Args)]
pub struct StandFlags {
    /// The program of the hall [default: `ludohall` beside this program].
    #[arg(long, value_name = "FILE", global = true)]
    pub server: Option<PathBuf>,
    /// Measure a hall that runs already, with --limits off, here (load, join and lobby; needs --pid).
    #[arg(
        long,
        value_name = "ADDRESS:PORT",
        global = true,
        requires = "pid",
        conflicts_with = "server"
    )]
    pub address: Option<SocketAddr>,
    /// Its process.
    #[arg(long, value_name = "PID", global = true, requires = "address")]
    pub pid: Option<u32>,
    /// The hall on the first core and this program on the second; needs two.
    #[arg(long, global = true)]
    pub pin: bool,
    /// Where the hall's data is put [default: the folder of temporary files].
    #[arg(long, value_name = "FOLDER", global = true)]
    pub scratch: Option<PathBuf>,
}

/// Cores of a measurement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cores {
    /// Of the hall.
    pub hall: Option<usize>,
    /// Of this program.
    pub own: Option<usize>,
}

impl StandFlags {
    /// The program of the hall.
    ///
    /// # Errors
    /// It is not there.
    pub fn binary(&self) -> Result<PathBuf, Failure> {
        let binary = match &self.server {
            Some(binary) => binary.clone(),
            None => own_program()?.with_file_name("ludohall"),
        };
        if binary.is_file() {
            return Ok(binary);
        }
        let binary = binary.display();
        Err(Failure::Usage(format!(
            "--server: there is no program {binary}; build it (cargo build --release) or name it"
        )))
    }

    /// Which cores are used.
    ///
    /// # Errors
    /// There are too few.
    pub fn cores(&self) -> Result<Cores, Failure> {
        if !self.pin {
            return Ok(Cores::default());
        }
        match machine::cores()?[..] {
            [hall, own, ..] => Ok(Cores {
                hall: Some(hall),
                own: Some(own),
            }),
            _ => Err(Failure::Usage(
                "--pin needs two cores, and there is one".to_owned(),
            )),
        }
    }
}

/// This program.
///
/// # Errors
/// The system does not say.
pub fn own_program() -> Result<PathBuf, Failure> {
    std::env::current_exe().map_err(Failure::io("this program"))
}

/// Halls of one measurement: all on one folder, which goes with it.
pub struct Stand {
    flags: StandFlags,
    cores: Cores,
    folder: TempDir,
}

impl Stand {
    /// Makes the folder and takes this program's core.
    ///
    /// # Errors
    /// The folder cannot be made, or there are too few cores.
    pub fn new(flags: &StandFlags, cores: Cores) -> Result<Self, Failure> {
        let mut builder = tempfile::Builder::new();
        builder.prefix("ludohall-bench-");
        let folder = match &flags.scratch {
            Some(scratch) => builder.tempdir_in(scratch),
            None => builder.tempdir(),
        };
        Ok(Self {
            flags: flags.clone(),
            cores,
            folder: folder.map_err(Failure::io("a folder for the data"))?,
        })
    }

    /// Leaves the folder behind.
    #[must_use]
    pub fn keep(self) -> PathBuf {
        self.folder.keep()
    }

    /// An empty folder in it.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn place(&self, name: &str) -> Result<PathBuf, Failure> {
        let place = self.folder.path().join(name);
        fs::create_dir(&place).map_err(Failure::io(place.display().to_string()))?;
        Ok(place)
    }

    /// How a hall of its own is started.
    ///
    /// # Errors
    /// The program is not there, or the flags speak of a hall that runs.
    pub fn spec(&self) -> Result<Spec, Failure> {
        self.spec_at(self.folder.path())
    }

    /// The same with its data elsewhere.
    ///
    /// # Errors
    /// As [`Self::spec`].
    pub fn spec_at(&self, data: &Path) -> Result<Spec, Failure> {
        if self.flags.address.is_some() {
            let why = "--address: this measurement starts and ends halls itself; use --server";
            return Err(Failure::Usage(why.to_owned()));
        }
        Ok(Spec {
            core: self.cores.hall,
            ..Spec::new(&self.flags.binary()?, data)
        })
    }

    /// How the bare server is started.
    ///
    /// # Errors
    /// The system does not say where this program is.
    pub fn bare(&self, arguments: Vec<String>) -> Result<Spec, Failure> {
        let mut spec = Spec::new(&own_program()?, self.folder.path());
        spec.arguments = arguments;
        spec.core = self.cores.hall;
        Ok(spec)
    }

    /// The hall to measure: a new one, or the one that runs.
    ///
    /// # Errors
    /// It does not start.
    pub async fn open(&self) -> Result<Open, Failure> {
        if let (Some(address), Some(pid)) = (self.flags.address, self.flags.pid) {
            machine::usage(pid).map_err(|error| Failure::Usage(format!("--pid: {error}")))?;
            return Ok(Open {
                measured: Measured { address, pid },
                hall: None,
            });
        }
        let hall = Hall::start(&self.spec()?).await?;
        Ok(Open {
            measured: measured(&hall),
            hall: Some(hall),
        })
    }
}

/// A hall as a load needs it.
#[must_use]
pub fn measured(hall: &Hall) -> Measured {
    Measured {
        address: hall.address(),
        pid: hall.pid(),
    }
}

/// A hall that is open for a measurement.
pub struct Open {
    /// Where and what.
    pub measured: Measured,
    hall: Option<Hall>,
}

impl Open {
    /// Ends it, where it is our own; one that ran before goes on.
    ///
    /// # Errors
    /// It does not end as it should.
    pub async fn close(self) -> Result<(), Failure> {
        match self.hall {
            Some(mut hall) => hall.terminate().await.map(drop),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_is_not_there_is_named_with_its_flag() {
        let flags = StandFlags {
            server: Some("/nowhere/ludohall".into()),
            ..StandFlags::default()
        };
        let error = flags
            .binary()
            .map_or_else(|error| error.to_string(), |_| String::new());
        assert!(
            error.contains("--server") && error.contains("/nowhere/ludohall"),
            "{error}"
        );
    }
}
