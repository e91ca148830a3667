"""The command as a module: ``python -m edgemark``."""

from edgemark.cli import main

if __name__ == "__main__":
    main()
