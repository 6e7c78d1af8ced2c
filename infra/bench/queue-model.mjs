// How long requests wait for cores, and how many cores a rate of requests needs.

/**
 * The probability that a request has to wait, if requests arrive at random and each request occupies one server
 * (Erlang's C formula).
 * @param {{ servers: number, load: number }} o `load`: the mean number of busy servers
 */
export function waitingShare({ servers, load }) {
  if (load >= servers) return 1;
  // Erlang's B formula by its recursion, which does not overflow for hundreds of servers
  let refused = 1;
  for (let server = 1; server <= servers; server += 1) refused = (load * refused) / (server + load * refused);
  return refused / (1 - (load / servers) * (1 - refused));
}

/**
 * The mean time from a request to its answer, if requests need `serviceMs` of processor time on average. If requests
 * need very different times, they wait longer (the approximation of Allen and Cunneen).
 * @param {{ servers: number, serviceMs: number, perSecond: number, variation?: number }} o `variation`: the variance of
 * the times, divided by the square of their mean; 1 for times that are distributed exponentially
 * @returns milliseconds; Infinity when requests arrive faster than they are served
 */
export function meanAnswerMs({ servers, serviceMs, perSecond, variation = 1 }) {
  const load = (perSecond * serviceMs) / 1_000;
  if (load >= servers) return Infinity;
  const waitMs = (waitingShare({ servers, load }) * serviceMs) / (servers - load);
  return serviceMs + (waitMs * (1 + variation)) / 2;
}

/**
 * The number of cores that a rate of requests needs, if a core may work at most the share `busy` of the time.
 * @param {{ serviceMs: number, perSecond: number, busy: number }} o
 */
export const coresFor = ({ serviceMs, perSecond, busy }) => Math.ceil((perSecond * serviceMs) / 1_000 / busy);

/** The highest rate, in requests per second, of one core that may work at most the share `busy` of the time. */
export const rateOfOneCore = ({ serviceMs, busy }) => (1_000 * busy) / serviceMs;
