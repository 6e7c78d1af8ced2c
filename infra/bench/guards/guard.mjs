/**
 * A guard of the product. The edits remove the guard from the sources, and then its test must fail. A guard needs
 * several edits when several places enforce the same rule.
 */
export const guard = (line, name, edits, [test, title]) => ({
  line,
  name,
  edits: (Array.isArray(edits[0]) ? edits : [edits]).map(([file, from, to = '']) => ({ file, from, to })),
  test,
  title,
});

/** A guard that is tested over HTTP, on a product started without the guard. The edit must match the built code. */
export const atTheDoor = (...parts) => ({ ...guard(...parts), http: true });
