// How long requests wait for cores, and how many cores a rate of requests needs.

/**
 * The probability that a request has to wait, when requests arrive at random and each occupies one of some servers
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
 * The mean time from a request to its answer when it needs `serviceMs` of processor time.
 * @param {{ servers: number, serviceMs: number, perSecond: number }} o
 * @returns milliseconds; Infinity when requests arrive faster than they are served
 */
export function meanAnswerMs({ servers, serviceMs, perSecond }) {
  const load = (perSecond * serviceMs) / 1_000;
  if (load >= servers) return Infinity;
  return serviceMs + (waitingShare({ servers, load }) * serviceMs) / (servers - load);
}

/**
 * The number of cores that a rate of requests needs, if a core may work at most the share `busy` of the time.
 * @param {{ serviceMs: number, perSecond: number, busy: number }} o
 */
export const coresFor = ({ serviceMs, perSecond, busy }) => Math.ceil((perSecond * serviceMs) / 1_000 / busy);

/** The highest rate, in requests per second, of one core that may work at most the share `busy` of the time. */
export const rateOfOneCore = ({ serviceMs, busy }) => (1_000 * busy) / serviceMs;
