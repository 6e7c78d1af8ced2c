import { ImageRefused } from '../refusal.js';

/** The numbers a, b, c, d, e and f of ISO 32000 8.3.3. */
export type Matrix = readonly [number, number, number, number, number, number];

export const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** An upright rectangle in points, `left` <= `right` and `bottom` <= `top`. */
export interface PointBox {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/** The transformation m followed by n. */
export const times = (m: Matrix, n: Matrix): Matrix => [
  m[0] * n[0] + m[1] * n[2],
  m[0] * n[1] + m[1] * n[3],
  m[2] * n[0] + m[3] * n[2],
  m[2] * n[1] + m[3] * n[3],
  m[4] * n[0] + m[5] * n[2] + n[4],
  m[4] * n[1] + m[5] * n[3] + n[5],
];

export type Point = readonly [number, number];

export const moved = ([x, y]: Point, m: Matrix): Point => [
  x * m[0] + y * m[2] + m[4],
  x * m[1] + y * m[3] + m[5],
];

export const boxAround = (points: readonly Point[]): PointBox => ({
  left: Math.min(...points.map(([x]) => x)),
  right: Math.max(...points.map(([x]) => x)),
  bottom: Math.min(...points.map(([, y]) => y)),
  top: Math.max(...points.map(([, y]) => y)),
});

export const cornersOf = ({ left, bottom, right, top }: PointBox): Point[] => [
  [left, bottom],
  [right, bottom],
  [right, top],
  [left, top],
];

/** The common part of both boxes; an empty box if they do not overlap. */
export function overlap(one: PointBox, other: PointBox): PointBox {
  const left = Math.max(one.left, other.left);
  const bottom = Math.max(one.bottom, other.bottom);
  return {
    left,
    bottom,
    right: Math.max(left, Math.min(one.right, other.right)),
    top: Math.max(bottom, Math.min(one.top, other.top)),
  };
}

/** True if `outer` contains all of `inner`, with `slack` points for rounding. */
export const holds = (outer: PointBox, inner: PointBox, slack: number): boolean =>
  inner.left >= outer.left - slack &&
  inner.right <= outer.right + slack &&
  inner.bottom >= outer.bottom - slack &&
  inner.top <= outer.top + slack;

/** Bounding box of an image painted through a matrix: the transformed unit square. */
export const imageBox = (matrix: Matrix): PointBox =>
  boxAround(cornersOf({ left: 0, bottom: 0, right: 1, top: 1 }).map((corner) => moved(corner, matrix)));

/**
 * Where a box lies on a page that a viewer shows turned clockwise by `rotate` degrees. The values are fractions of the
 * width and height of the turned page, measured from its upper left corner. There y grows downward, so the smaller y,
 * named `bottom`, is the upper edge of the box, and `top` is the lower edge.
 */
export function placeOnPage(box: PointBox, shown: PointBox, rotate: number): PointBox {
  const across = shown.right - shown.left;
  const down = shown.top - shown.bottom;
  const turns = ((Math.round(rotate / 90) % 4) + 4) % 4;
  const shares = cornersOf(box).map(([x, y]): Point => [(x - shown.left) / across, (shown.top - y) / down]);
  return boxAround(
    shares.map((share) => {
      let [x, y] = share;
      for (let turn = 0; turn < turns; turn += 1) [x, y] = [1 - y, x];
      return [x, y];
    }),
  );
}

/** The upright rectangle with these corners; undefined for any other figure. */
export function rectangleOf(points: readonly Point[]): PointBox | undefined {
  const [first, ...rest] = points;
  if (!first) return undefined;
  const last = rest.at(-1);
  const corners = last && near(first, last) ? points.slice(0, -1) : points;
  if (corners.length !== 4) return undefined;
  const upright = corners.every((corner, i) => {
    const next = corners[(i + 1) % 4] as Point;
    return Math.abs(corner[0] - next[0]) < 1e-3 !== Math.abs(corner[1] - next[1]) < 1e-3;
  });
  return upright ? boxAround(corners) : undefined;
}

const near = (one: Point, other: Point): boolean =>
  Math.abs(one[0] - other[0]) < 1e-3 && Math.abs(one[1] - other[1]) < 1e-3;

/**
 * TIFF orientation of an image painted through a matrix on a page turned by `rotate` degrees, and the sides of its
 * box in points. @throws ImageRefused PDF_PAGE_NOT_A_SCAN for a slanted image
 */
export function placement(
  matrix: Matrix,
  rotate: number,
): { orientation: number; across: number; down: number } {
  const [a, b, c, d] = matrix;
  const straight = Math.abs(b) + Math.abs(c) < 0.002 * (Math.abs(a) + Math.abs(d));
  const turned = Math.abs(a) + Math.abs(d) < 0.002 * (Math.abs(b) + Math.abs(c));
  if (!straight && !turned) throw new ImageRefused('PDF_PAGE_NOT_A_SCAN', 'slanted image');
  const upright = straight ? uprightOrientation(a, d) : turnedOrientation(b, c);
  const quarterTurns = (((Math.round(rotate / 90) % 4) + 4) % 4) as 0 | 1 | 2 | 3;
  let orientation = upright;
  for (let turn = 0; turn < quarterTurns; turn += 1) orientation = turnedRight[orientation] as number;
  return straight
    ? { orientation, across: Math.abs(a), down: Math.abs(d) }
    : { orientation, across: Math.abs(b), down: Math.abs(c) };
}

function uprightOrientation(a: number, d: number): number {
  if (d > 0) return a > 0 ? 1 : 2;
  return a > 0 ? 4 : 3;
}

function turnedOrientation(b: number, c: number): number {
  if (c < 0) return b < 0 ? 5 : 8;
  return b < 0 ? 6 : 7;
}

/** The orientation after one more quarter turn to the right, indexed by the orientation before that turn. */
const turnedRight = [0, 6, 7, 8, 5, 2, 3, 4, 1];
