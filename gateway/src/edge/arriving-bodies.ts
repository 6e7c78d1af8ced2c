import { bodyLimit } from './limits.js';
import { Holdings } from './places.js';

/** The time within which a body must arrive, in milliseconds; the largest form has a few kilobytes. */
export const bodyDeadlineMs = 10_000;

/** The number of bytes of bodies that may arrive at the same time; a body stays in memory until it is complete. */
export const arrivingBytes = {
  all: 128 * 1024 * 1024,
  ofAddress: 4 * 1024 * 1024,
  /**
   * A body up to this size is accepted even when `all` is used up, as long as the sender's IP address stays within its
   * own limits. This keeps forms working, because nothing that people type is larger.
   */
  small: 8 * 1024,
} as const;

/** The number of bodies, of any size, that one IP address may send at the same time. */
export const mostArrivingOfAddress = 128;

type Bounds = Readonly<Record<keyof typeof arrivingBytes, number>>;

/**
 * Announced bodies that have not fully arrived. A request whose body is still arriving holds no slot, so a slow
 * sender uses only a connection and some memory, which are both limited, and does not block other clients.
 */
export class ArrivingBodies {
  private readonly bytes = new Holdings();
  private readonly bodies = new Holdings();

  constructor(private readonly bounds: Bounds = arrivingBytes) {}

  /**
   * @returns a function that must be called once, when the body has arrived or the server stops waiting for it;
   * undefined when the request must be refused
   */
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

/**
 * How many bytes of body the server will read for a request, judged by its headers: 0 without a body, and the maximum
 * for a body that is sent in chunks without a length.
 */
export const announcedBytes = ({ method, headers }: Announced): number => {
  if (method === 'GET' || method === 'HEAD') return 0;
  if (headers['transfer-encoding'] !== undefined) return bodyLimit;
  return Math.min(bodyLimit, Number(headers['content-length'] ?? 0));
};
