# The GoogleTest executables as a lit suite: every TEST() is one result.
import os

import lit.formats

config.name = "Tile-Unit"
config.suffixes = []
config.test_source_root = config.tile_unit_dir
config.test_exec_root = config.tile_unit_dir
config.test_format = lit.formats.GoogleTest(".", "Tests")

# Files that a test writes go below the build tree.
config.environment["TMPDIR"] = config.tile_unit_dir
if "HOME" in os.environ:
    config.environment["HOME"] = os.environ["HOME"]

# An executable that was never built would otherwise be no result at all.
built = {name for _, _, names in os.walk(config.tile_unit_dir) for name in names}
for name in config.tile_unit_tests:
    if name and name not in built:
        lit_config.warning("expected the unit test %s to be built, got no file" % name)
