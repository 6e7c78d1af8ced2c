import { RunCollector, type RunRows } from './run-rows.js';

/**
 * Capital letters as strokes on a grid 4 wide and 6 high (0,0 is top left). A page can be stamped at any size, on a
 * machine without any fonts. Spaces separate strokes. Each stroke is a chain of points, with x and y as one digit each.
 */
const glyphs: Readonly<Record<string, string>> = {
  A: '0620266 0444',
  B: '0003030130424033 0333434536063606 0006',
  C: '4130100105163645',
  D: '00062645412000',
  E: '40000646 0333',
  F: '400006 0333',
  G: '41301001051636454323',
  H: '0006 4046 0343',
  I: '1030 2026 1636',
  J: '4045361605',
  K: '0006 400346',
  L: '000646',
  M: '0600234046',
  N: '06004640',
  O: '103041453616050110',
  P: '06003041423303',
  Q: '103041453616050110 2446',
  R: '06003041423303 2346',
  S: '41301001022342453616 1605',
  T: '0040 2026',
  U: '000516364540',
  V: '002640',
  W: '0016233640',
  X: '0046 4006',
  Y: '002340 2326',
  Z: '00400646',
  '0': '103041453616050110 4006',
  '1': '112026 1636',
  '2': '011030414206 0646',
  '3': '0110304142332333 334445361605',
  '4': '360030 0444',
  '5': '4000033344453606',
  '6': '4130100105163645443303',
  '7': '004016',
  '8': '103041423313020110 1304051636454433',
  '9': '4313020110304145361605',
  '-': '1333',
  ':': '2222 2525',
  ',': '2516',
  '.': '2626',
  ' ': '',
};

interface Stroke {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

export interface Lettering {
  readonly text: string;
  /** Center of the text, in pixels of the upright page. */
  readonly x: number;
  readonly y: number;
  /** Height of a capital, in pixels. */
  readonly size: number;
  /** Width of the pen, in pixels. */
  readonly pen: number;
  /** The angle by which the text is turned counterclockwise, in radians. */
  readonly angle: number;
  /** Only the first `inked` of every `rows` rows are drawn, so that the page below stays readable. */
  readonly hatch?: { readonly rows: number; readonly inked: number };
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The width of a text, in heights of its capitals: a letter is 4/6 wide, and the gap after it 2/6. */
export const textWidth = (text: string): number => text.length - 1 / 3;

/** Maps a point of the upright page to the stored picture. */
export type Placing = (x: number, y: number) => readonly [number, number];

const asStored: Placing = (x, y) => [x, y];

function strokesOf(lettering: Lettering, placing: Placing): Stroke[] {
  const { text, size, x, y, angle } = lettering;
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const place = (column: number, row: number): readonly [number, number] => {
    const u = (column / 6 - textWidth(text) / 2) * size;
    const v = (row / 6 - 0.5) * size;
    return placing(x + u * cos + v * sin, y - u * sin + v * cos);
  };
  const strokes: Stroke[] = [];
  [...text.toUpperCase()].forEach((letter, index) => {
    for (const chain of (glyphs[letter] ?? '').split(' ')) {
      for (let i = 0; i + 3 < chain.length; i += 2) {
        const digit = (k: number): number => Number(chain[i + k]);
        const [x1, y1] = place(index * 6 + digit(0), digit(1));
        const [x2, y2] = place(index * 6 + digit(2), digit(3));
        strokes.push({ x1, y1, x2, y2 });
      }
    }
  });
  return strokes;
}

/** The part of row y that a pen of radius r covers along a stroke. It is one interval, because the shape is convex. */
function penInterval(stroke: Stroke, radius: number, y: number): [number, number] | undefined {
  const { x1, y1, x2, y2 } = stroke;
  let from = Infinity;
  let to = -Infinity;
  const cover = (left: number, right: number): void => {
    from = Math.min(from, left);
    to = Math.max(to, right);
  };
  for (const [cx, cy] of [
    [x1, y1],
    [x2, y2],
  ] as const) {
    const high = radius * radius - (y - cy) * (y - cy);
    if (high >= 0) cover(cx - Math.sqrt(high), cx + Math.sqrt(high));
  }
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length > 0) {
    const nx = (-(y2 - y1) / length) * radius;
    const ny = ((x2 - x1) / length) * radius;
    const corners = [
      [x1 + nx, y1 + ny],
      [x2 + nx, y2 + ny],
      [x2 - nx, y2 - ny],
      [x1 - nx, y1 - ny],
    ] as const;
    corners.forEach(([ax, ay], i) => {
      const [bx, by] = corners[(i + 1) % 4] as readonly [number, number];
      if (ay === by || y < Math.min(ay, by) || y > Math.max(ay, by)) return;
      const crossing = ax + ((bx - ax) * (y - ay)) / (by - ay);
      cover(crossing, crossing);
    });
  }
  return from <= to ? [from, to] : undefined;
}

/** The black runs of texts and boxes on a page of this size. `inked` paints them over the page. */
export function inkOf(
  { width, height }: { width: number; height: number },
  texts: readonly Lettering[],
  boxes: readonly Box[],
  placing: Placing = asStored,
): RunRows {
  const perRow: [number, number][][] = Array.from({ length: height }, () => []);
  const add = (y: number, from: number, to: number): void => {
    const left = Math.max(0, Math.round(from));
    const right = Math.min(width, Math.round(to));
    if (left < right) perRow[y]?.push([left, right]);
  };
  for (const text of texts) {
    const radius = text.pen / 2;
    for (const stroke of strokesOf(text, placing)) {
      const top = Math.max(0, Math.floor(Math.min(stroke.y1, stroke.y2) - radius));
      const bottom = Math.min(height - 1, Math.ceil(Math.max(stroke.y1, stroke.y2) + radius));
      for (let y = top; y <= bottom; y += 1) {
        if (text.hatch && y % text.hatch.rows >= text.hatch.inked) continue;
        const interval = penInterval(stroke, radius, y + 0.5);
        if (interval) add(y, interval[0], interval[1]);
      }
    }
  }
  for (const box of boxes) {
    const bottom = Math.min(height, Math.ceil(box.y + box.height));
    for (let y = Math.max(0, Math.floor(box.y)); y < bottom; y += 1)
      add(y, Math.floor(box.x), Math.ceil(box.x + box.width));
  }
  return collectRuns(width, height, perRow);
}

function collectRuns(width: number, height: number, perRow: readonly [number, number][][]): RunRows {
  const collector = new RunCollector(width, height);
  for (const runs of perRow) {
    runs.sort((one, other) => one[0] - other[0]);
    const row: number[] = [];
    for (const [from, to] of runs) {
      const last = row[row.length - 1];
      if (last !== undefined && from <= last) row[row.length - 1] = Math.max(last, to);
      else row.push(from, to);
    }
    collector.add(Int32Array.from(row), row.length);
  }
  return collector.finish();
}
