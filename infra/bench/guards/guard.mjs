/**
 * A guard: its edit takes it out of the sources, and then its test must fail. Of several edits each takes out one of
 * guards that stand behind each other.
 */
export const guard = (line, name, edits, [test, title]) => ({
  line,
  name,
  edits: (Array.isArray(edits[0]) ? edits : [edits]).map(([file, from, to = '']) => ({ file, from, to })),
  test,
  title,
});

/** Over HTTP, against a product that was started without it: its edit stands in the build as it is written. */
export const atTheDoor = (...parts) => ({ ...guard(...parts), http: true });
