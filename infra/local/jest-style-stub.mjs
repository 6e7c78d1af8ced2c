/** Stands for a CSS module in tests: every class is named as in the source. */
export default new Proxy({}, { get: (_, name) => (typeof name === 'string' ? name : undefined) });
