/** A guard: its edit takes it out of the sources, and then its test must fail. */
export const guard = (line, name, [file, from, to = ''], [test, title]) => ({
  line,
  name,
  edits: [{ file, from, to }],
  test,
  title,
});

/** Over HTTP, against a product that was started without it: its edit stands in the build as it is written. */
export const atTheDoor = (...parts) => ({ ...guard(...parts), http: true });
