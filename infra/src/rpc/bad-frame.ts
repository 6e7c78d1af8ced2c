/**
 * A frame that must not run, because it is not from a known process, has another version, or was changed on its way.
 */
export class BadFrame extends Error {
  override readonly name = 'BadFrame';
}
