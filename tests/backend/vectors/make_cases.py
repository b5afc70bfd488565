#!/usr/bin/env python3
"""Writes the self-checking programs of tests/backend/cases that have their values from numpy. Run again, it writes the same bytes.

usage: make_cases.py [FOLDER]       needs numpy
"""
import pathlib
import sys

import cases_chlo
import cases_complex
import cases_hlo
import cases_products
import cases_random
import cases_sizes
import cases_transfers


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[1] / "cases")
    for part in (cases_chlo, cases_complex, cases_hlo, cases_products, cases_random, cases_sizes, cases_transfers):
        part.write_cases(folder)


if __name__ == "__main__":
    main()
