/** Thrown when a bundle cannot be imported as it is; nothing has changed then. The message is for the operator. */
export class ImportRefused extends Error {
  override name = 'ImportRefused';
}
