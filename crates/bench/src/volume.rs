//! A small file system of its own for a hall's data, so that its disk can really be full.
//!
//! It needs the right to mount: root, as a rule in a container or a virtual machine. Where that is missing there is none.

use crate::failure::Failure;
use rustix::fs::{FallocateFlags, fallocate, statvfs};
use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// How large it is: room for the journal of a thousand kills. The image is sparse, so only what is used takes room.
const BYTES: u64 = 1 << 30;
/// How large it is in memory, where there are no loop devices.
const MEMORY_BYTES: u64 = 512 << 20;
/// What fills it.
const BALLAST: &str = "ballast";

/// A file system that is mounted; dropping it takes it away.
#[derive(Debug)]
pub struct Volume {
    folder: PathBuf,
    kind: &'static str,
    image: Option<PathBuf>,
    kept: bool,
}

impl Volume {
    /// Mounts one on an empty folder: ext4 in a file, else one in memory. `None` where neither may be had.
    #[must_use]
    pub fn mount(folder: &Path) -> Option<Self> {
        let image = folder.with_extension("image");
        let kind = if ext4(&image, folder) {
            "ext4 in a file"
        } else if in_memory(folder) {
            "tmpfs"
        } else {
            let _ = fs::remove_file(&image);
            return None;
        };
        Some(Self {
            folder: folder.to_owned(),
            kind,
            image: Some(image),
            kept: false,
        })
    }

    /// What it is.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        self.kind
    }

    /// Leaves it mounted when it is dropped, for who wants to look into it.
    pub fn keep(&mut self) {
        self.kept = true;
    }

    /// Takes all that is free.
    ///
    /// # Errors
    /// The system refuses for another reason than that nothing is free.
    pub fn fill(&self) -> Result<(), Failure> {
        let failed = || Failure::io("filling the disk");
        let ballast = File::create(self.folder.join(BALLAST)).map_err(failed())?;
        let mut filled = 0;
        let mut step = free(&self.folder).map_err(failed())?;
        while step >= 4096 {
            match fallocate(&ballast, FallocateFlags::empty(), filled, step) {
                Ok(()) => filled += step,
                Err(rustix::io::Errno::NOSPC) => step /= 2,
                Err(error) => return Err(failed()(error.into())),
            }
        }
        Ok(())
    }

    /// Gives all of that back.
    pub fn clear(&self) {
        // There is none where nothing was filled.
        let _ = fs::remove_file(self.folder.join(BALLAST));
    }
}

impl Drop for Volume {
    fn drop(&mut self) {
        if self.kept {
            return;
        }
        // At once out of sight, and gone when whoever still has a file open there has closed it.
        run("umount", &["-l".as_ref(), self.folder.as_os_str()]);
        if let Some(image) = &self.image {
            let _ = fs::remove_file(image);
        }
    }
}

fn ext4(image: &Path, folder: &Path) -> bool {
    let sized = File::create(image).and_then(|file| file.set_len(BYTES));
    let (image, folder) = (image.as_os_str(), folder.as_os_str());
    // Root may fill it to the last block, too.
    sized.is_ok()
        && run(
            "mkfs.ext4",
            &["-q".as_ref(), "-m".as_ref(), "0".as_ref(), image],
        )
        && run("mount", &["-o".as_ref(), "loop".as_ref(), image, folder])
}

fn in_memory(folder: &Path) -> bool {
    let size = format!("size={MEMORY_BYTES}");
    let how = ["-t", "tmpfs", "-o", &size, "tmpfs"].map(str::as_ref);
    run("mount", &[&how[..], &[folder.as_os_str()]].concat())
}

fn free(folder: &Path) -> io::Result<u64> {
    let room = statvfs(folder)?;
    Ok(room.f_bavail * room.f_frsize)
}

/// Whether it could be done; what it says is nobody's affair.
fn run(program: &str, arguments: &[&std::ffi::OsStr]) -> bool {
    let status = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    status.is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn what_is_full_takes_nothing_until_it_is_cleared() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("data");
        fs::create_dir(&place).unwrap();
        let Some(volume) = Volume::mount(&place) else {
            eprintln!("not tested: nothing may be mounted here");
            return;
        };
        let write = || fs::write(place.join("file"), vec![1; 1 << 20]);
        write().unwrap();
        fs::remove_file(place.join("file")).unwrap();
        volume.fill().unwrap();
        let error = write().unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        volume.clear();
        write().unwrap();
        drop(volume);
        assert!(fs::read_dir(&place).unwrap().next().is_none());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
