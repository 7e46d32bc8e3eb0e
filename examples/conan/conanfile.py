"""Builds the example with the package of `conan create . --test-folder examples/conan`."""
from conan import ConanFile
from conan.tools.build import can_run
from conan.tools.cmake import CMake, cmake_layout

MODEL = "conformance/artifacts/golden/ties/artifact.json"


class Example(ConanFile):
    settings = "os", "compiler", "build_type", "arch"
    generators = "CMakeDeps", "CMakeToolchain"

    def requirements(self):
        self.requires(self.tested_reference_str)

    def layout(self):
        cmake_layout(self)

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def test(self):
        if can_run(self):
            model = f"{self.recipe_folder}/../../{MODEL}"
            self.run(f"{self.cpp.build.bindir}/example {model} 'li ab!'", env="conanrun")
