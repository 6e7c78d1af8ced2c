/** A frame that must not be run: not ours, of another version, or changed on the way. */
export class BadFrame extends Error {
  override readonly name = 'BadFrame';
}
