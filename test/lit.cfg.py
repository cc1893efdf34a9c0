# How lit runs the tests below test/ and examples/; docs/Testing.md describes it.
import importlib.util
import os

import lit.formats
from lit.llvm import llvm_config

config.name = "Tile"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".py", ".test", ".c"]
config.excludes = ["Inputs", "CMakeLists.txt", "lit.cfg.py", "lit.site.cfg.py"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.tile_build_dir, "test")

# A test that hangs fails instead of stopping the suite. lit needs psutil to end
# a test's child processes.
if importlib.util.find_spec("psutil"):
    lit_config.maxIndividualTestTime = 600

# Tools: ours first, then LLVM's FileCheck, not, count, split-file, mlir-opt ...
tile_tools_dir = os.path.join(config.tile_build_dir, "bin")
llvm_config.with_environment("PATH", config.llvm_tools_dir, append_path=True)
llvm_config.with_environment("PATH", tile_tools_dir, append_path=True)
# The compiler cache of the build also serves the tests that compile something.
llvm_config.with_system_environment(
    [name for name in os.environ if name.startswith("CCACHE_")] + ["HOME"]
)
llvm_config.use_default_substitutions()

config.substitutions += [
    ("%source_dir", config.tile_source_dir),
    ("%build_dir", config.tile_build_dir),
    ("%tile_lib_dir", os.path.join(config.tile_build_dir, "lib")),
    ("%examples", os.path.join(config.tile_source_dir, "examples")),
    ("%cmake", config.cmake),
    ("%cc", config.c_compiler),
    ("%cxx_launcher", config.cxx_launcher),
    ("%cxx", config.cxx_compiler),
    ("%mlir_dir", config.mlir_dir),
    ("%llvm_include_dir", config.llvm_include_dir),
]

# Features that REQUIRES lines may name.
architectures = {"x86_64": "x86-64", "amd64": "x86-64", "aarch64": "aarch64"}
architecture = architectures.get(config.host_arch.lower())
if architecture:
    config.available_features.add(architecture)
if config.build_type == "Debug":
    config.available_features.add("asserts")
for module in ["numpy"]:
    if importlib.util.find_spec(module):
        config.available_features.add(module)
