import { ImageRefused } from '../refusal.js';

/** Reverses the row prediction of PNG for samples of one byte. Cross-reference streams use it (ISO 32000 7.4.4.4). */
export function unpredict(bytes: Uint8Array, form: { predictor: number; columns: number }): Uint8Array {
  if (form.predictor <= 1) return bytes;
  if (form.predictor < 10 || form.columns < 1 || form.columns > 65_536)
    throw new ImageRefused('PDF_SYNTAX', 'predictor');
  const stride = form.columns;
  const rows = Math.floor(bytes.length / (stride + 1));
  const out = new Uint8Array(rows * stride);
  for (let y = 0; y < rows; y += 1) {
    const kind = bytes[y * (stride + 1)] as number;
    for (let x = 0; x < stride; x += 1) {
      const left = x > 0 ? (out[y * stride + x - 1] as number) : 0;
      const up = y > 0 ? (out[(y - 1) * stride + x] as number) : 0;
      const corner = x > 0 && y > 0 ? (out[(y - 1) * stride + x - 1] as number) : 0;
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][kind];
      if (guess === undefined) throw new ImageRefused('PDF_SYNTAX', 'predictor');
      out[y * stride + x] = (bytes[y * (stride + 1) + 1 + x] as number) + guess;
    }
  }
  return out;
}

function paeth(left: number, up: number, corner: number): number {
  const target = left + up - corner;
  const [toLeft, toUp, toCorner] = [
    Math.abs(target - left),
    Math.abs(target - up),
    Math.abs(target - corner),
  ];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
