/** A frame that must not run: not from a known process, of another version, or changed on its way. */
export class BadFrame extends Error {
  override readonly name = 'BadFrame';
}
