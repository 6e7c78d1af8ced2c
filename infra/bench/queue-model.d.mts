/** The probability that a request has to wait (Erlang's C formula); `load` is the mean number of busy servers. */
export function waitingShare(o: { servers: number; load: number }): number;

/** The mean milliseconds from a request to its answer; Infinity when requests arrive faster than they are served. */
export function meanAnswerMs(o: {
  servers: number;
  serviceMs: number;
  perSecond: number;
  variation?: number;
}): number;

/** The number of cores that a rate of requests needs, if a core may work at most the share `busy` of the time. */
export function coresFor(o: { serviceMs: number; perSecond: number; busy: number }): number;

/** The highest rate, in requests per second, of one core that may work at most the share `busy` of the time. */
export function rateOfOneCore(o: { serviceMs: number; busy: number }): number;
