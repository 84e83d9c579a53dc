"""The entry point for spark-submit, which receives the package with --py-files."""

import sys

from spark_audit.job import main

main(sys.argv[1:])
