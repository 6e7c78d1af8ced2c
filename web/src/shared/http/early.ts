declare global {
  /** Set by `public/shell.js`. */
  var portalEarly: Map<string, Promise<Response>> | undefined;
}

/** The answer to a GET that was sent before the scripts had come; given out once, for what is asked again is new. */
export const earlyAnswer = (address: string): Promise<Response> | undefined => {
  const { href } = new URL(address, location.href);
  const answer = globalThis.portalEarly?.get(href);
  globalThis.portalEarly?.delete(href);
  return answer;
};
