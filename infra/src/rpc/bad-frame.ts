/** A frame that must not run: it does not come from a known process, has another version, or was changed on its way. */
export class BadFrame extends Error {
  override readonly name = 'BadFrame';
}
