import { strokesOf } from './glyphs.mjs';

/**
 * The drawn letters, by letter and size. Each is a list of the rows with ink; `y` and `pixels` count from the top left
 * corner of the letter's cell.
 */
const drawnLetters = new Map();

function drawLetter(letter, size) {
  const { width, height, pen } = size;
  const [left, top] = [pen, Math.ceil(height * 0.15) + pen];
  const [perX, perY] = [(width - 2 * pen - size.gap) / 4, (height * 0.72 - pen) / 6];
  const rows = Array.from({ length: height }, () => new Uint8Array(width));
  for (const stroke of strokesOf(letter)) {
    for (let i = 1; i < stroke.length; i += 1) {
      const [[x0, y0], [x1, y1]] = [stroke[i - 1], stroke[i]];
      const steps = Math.ceil(Math.hypot((x1 - x0) * perX, (y1 - y0) * perY) * 1.5) + 1;
      for (let step = 0; step <= steps; step += 1) {
        const x = Math.round(left + (x0 + ((x1 - x0) * step) / steps) * perX);
        const y = Math.round(top + (y0 + ((y1 - y0) * step) / steps) * perY);
        stamp(rows, x, y, pen);
      }
    }
  }
  return rows
    .map((row, y) => ({ y, pixels: [...row.keys()].filter((x) => row[x] === 1) }))
    .filter(({ pixels }) => pixels.length > 0);
}

function stamp(rows, x, y, pen) {
  const before = pen >> 1;
  for (let down = 0; down < pen; down += 1) {
    const row = rows[y + down - before];
    if (!row) continue;
    for (let right = 0; right < pen; right += 1)
      if (x + right - before >= 0 && x + right - before < row.length) row[x + right - before] = 1;
  }
}

export const sizes = {
  body: { name: 'body', width: 30, height: 50, pen: 4, gap: 5 },
  title: { name: 'title', width: 48, height: 80, pen: 7, gap: 8 },
  small: { name: 'small', width: 22, height: 38, pen: 3, gap: 4 },
  poster: { name: 'poster', width: 120, height: 190, pen: 16, gap: 20 },
};

/** A page with one bit per pixel, where 1 is black, like a scan; lengths are pixels at 300 dots per inch. */
export class Page {
  constructor(width, height) {
    this.width = width;
    this.height = height;
    this.stride = (width + 7) >> 3;
    this.bits = new Uint8Array(this.stride * height);
    /** 1 for each row that has ink; `transitions` skips the other rows. */
    this.inked = new Uint8Array(height);
  }

  dot(x, y) {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return;
    this.bits[y * this.stride + (x >> 3)] |= 128 >> (x & 7);
    this.inked[y] = 1;
  }

  box(x, y, width, height) {
    for (let row = y; row < y + height; row += 1) for (let at = x; at < x + width; at += 1) this.dot(at, row);
  }

  frame(x, y, width, height, pen) {
    this.box(x, y, width, pen);
    this.box(x, y + height - pen, width, pen);
    this.box(x, y, pen, height);
    this.box(x + width - pen, y, pen, height);
  }

  line(x0, y0, x1, y1, pen) {
    const steps = Math.ceil(Math.hypot(x1 - x0, y1 - y0));
    for (let step = 0; step <= steps; step += 1) {
      this.box(
        Math.round(x0 + ((x1 - x0) * step) / steps),
        Math.round(y0 + ((y1 - y0) * step) / steps),
        pen,
        pen,
      );
    }
  }

  /** Draws one line of text with its top left corner at x, y. */
  text(x, y, text, size) {
    let at = x;
    for (const letter of text) {
      if (letter !== ' ') this.letter(at, y, letter, size);
      at += size.width;
    }
  }

  letter(x, y, letter, size) {
    const key = `${size.name} ${letter}`;
    let rows = drawnLetters.get(key);
    if (!rows) drawnLetters.set(key, (rows = drawLetter(letter, size)));
    for (const row of rows) for (const pixel of row.pixels) this.dot(x + pixel, y + row.y);
  }

  /** Lists the columns at which the color of a row changes; a row begins with white. */
  transitions(y, into) {
    if (!this.inked[y]) return 0;
    const { bits, stride, width } = this;
    let [count, colour] = [0, 0];
    for (let byte = y * stride, x = 0; x < width; byte += 1, x += 8) {
      const value = bits[byte];
      if (value === (colour ? 255 : 0)) continue;
      for (let bit = 0; bit < 8 && x + bit < width; bit += 1) {
        if (((value >> (7 - bit)) & 1) === colour) continue;
        colour ^= 1;
        into[count++] = x + bit;
      }
    }
    return count;
  }
}
