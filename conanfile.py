"""The recipe of bpetite for Conan 2: the library alone.

    conan create . -s compiler.cppstd=20                                # static
    conan create . -s compiler.cppstd=20 -o "bpetite/*:shared=True"     # shared

Boost and {fmt} are packages of the system: only their headers are used, and only to compile.
"""
import re

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load
from conan.tools.system.package_manager import Apt


class Bpetite(ConanFile):
    name = "bpetite"
    description = "Byte-level BPE: the specification that runs"
    license = "Apache-2.0 AND Unicode-3.0"
    package_type = "library"
    settings = "os", "compiler", "build_type", "arch"
    options = {"shared": [True, False]}
    default_options = {"shared": False}
    exports_sources = "CMakeLists.txt", "LICENSE*", "NOTICE", "cmake/*", "src/*"

    def set_version(self):
        project = load(self, f"{self.recipe_folder}/CMakeLists.txt")
        self.version = re.search(r"project\(bpetite VERSION ([\d.]+)", project)[1]

    def system_requirements(self):
        Apt(self).install_substitutes(["libboost1.81-dev", "libfmt-dev"],
                                      ["libboost-dev", "libfmt-dev"])

    def validate(self):
        check_min_cppstd(self, 20)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["BPETITE_BUILD_PROGRAM"] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        for name in ("LICENSE*", "NOTICE"):
            copy(self, name, self.source_folder, f"{self.package_folder}/licenses")
        CMake(self).install()

    def package_info(self):
        self.cpp_info.libs = ["bpetite"]
        if self.settings.os in ("Linux", "FreeBSD"):
            self.cpp_info.system_libs = ["pthread"]
