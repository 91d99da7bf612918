# In a Spack repository: packages/fencepost/package.py. The archive is a file beside it, or put its address into url.
import os

from spack.package import *


class Fencepost(Package):
    """Finds data races in programs that use remote memory access: MPI RMA, OpenSHMEM and GASPI."""

    homepage = "https://localhost/fencepost"
    url = "file://{0}/@NAME@.tar.gz".format(os.path.dirname(os.path.abspath(__file__)))

    license("Apache-2.0")

    version("@VERSION@", sha256="@SHA256@")

    depends_on("java@17:", type="run")
    depends_on("mpi", type="run")
    depends_on("binutils", type="run")
    depends_on("llvm@19:20 +clang", type="run")

    requires("target=@ARCH@:", msg="this archive is for @ARCH@")

    def install(self, spec, prefix):
        install_tree(".", prefix, symlinks=True)
