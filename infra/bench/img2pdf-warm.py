"""What img2pdf costs once it is loaded: python img2pdf-warm.py <rounds> <TIFF file>, prints the median in milliseconds."""

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
