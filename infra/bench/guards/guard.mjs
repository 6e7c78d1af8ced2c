/**
 * A guard: its edits remove it from the sources, and then its test must fail. Several edits remove guards that back
 * each other up.
 */
export const guard = (line, name, edits, [test, title]) => ({
  line,
  name,
  edits: (Array.isArray(edits[0]) ? edits : [edits]).map(([file, from, to = '']) => ({ file, from, to })),
  test,
  title,
});

/** A guard that is tested over HTTP, on a product started without it. Its edit must match the built code. */
export const atTheDoor = (...parts) => ({ ...guard(...parts), http: true });
