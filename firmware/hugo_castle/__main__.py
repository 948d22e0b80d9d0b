"""`python -m hugo_castle` is `hugo-castle`."""

import sys

from hugo_castle.cli import main

sys.exit(main())
