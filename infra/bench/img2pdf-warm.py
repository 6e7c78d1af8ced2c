"""Measures a loaded img2pdf: python img2pdf-warm.py <rounds> <TIFF file> prints the median processor time in ms, and the
size of the PDF in bytes."""

import statistics
import sys
import time

import img2pdf

rounds, file = int(sys.argv[1]), sys.argv[2]
taken = []
for nth in range(rounds + 1):
    before = time.process_time()
    size = len(img2pdf.convert(file))
    if nth > 0:
        taken.append((time.process_time() - before) * 1000)
print(statistics.median(taken), size)
