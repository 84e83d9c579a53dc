"""What spark-submit starts; the package comes with --py-files."""

import sys

from spark_audit.job import main

main(sys.argv[1:])
