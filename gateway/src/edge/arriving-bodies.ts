import { bodyLimit } from './limits.js';
import { Holdings } from './places.js';

/** Milliseconds in which a body must have arrived; the largest form has a few kilobytes. */
export const bodyDeadlineMs = 10_000;

/** Bytes of bodies that arrive at once: what has arrived is kept in memory until the rest has. */
export const arrivingBytes = {
  all: 128 * 1024 * 1024,
  ofAddress: 4 * 1024 * 1024,
  /** Bodies up to here are let in however much arrives: all that people send is smaller. */
  small: 8 * 1024,
} as const;

/** Bodies of one address that arrive at once, of whatever size. */
export const mostArrivingOfAddress = 128;

type Bounds = Readonly<Record<keyof typeof arrivingBytes, number>>;

/**
 * What is announced and has not arrived. A request holds no place meanwhile: whoever sends slowly costs a connection
 * and some memory, both bounded, and keeps nobody out.
 */
export class ArrivingBodies {
  private readonly bytes = new Holdings();
  private readonly bodies = new Holdings();

  constructor(private readonly bounds: Bounds = arrivingBytes) {}

  /** @returns to be called once when the body is there or given up; undefined when it may not come now */
  expect(address: string, size: number): (() => void) | undefined {
    const { all, ofAddress, small } = this.bounds;
    if (this.bodies.of(address) >= mostArrivingOfAddress) return undefined;
    if (this.bytes.of(`from ${address}`) + size > ofAddress) return undefined;
    if (size > small && this.bytes.of('all') + size > all) return undefined;
    const change = (sign: 1 | -1): void => {
      this.bodies.add(address, sign);
      this.bytes.add(`from ${address}`, sign * size);
      this.bytes.add('all', sign * size);
    };
    change(1);
    return () => change(-1);
  }
}

interface Announced {
  readonly method: string;
  readonly headers: {
    readonly 'content-length'?: string | undefined;
    readonly 'transfer-encoding'?: string | undefined;
  };
}

/** Bytes of the body that a request announces and somebody will read; of one without a length the most that it may have. */
export const announcedBytes = ({ method, headers }: Announced): number => {
  if (method === 'GET' || method === 'HEAD') return 0;
  if (headers['transfer-encoding'] !== undefined) return bodyLimit;
  return Math.min(bodyLimit, Number(headers['content-length'] ?? 0));
};
