/** The bundle cannot be imported as it is, and nothing has changed. The message is for the operator. */
export class ImportRefused extends Error {
  override name = 'ImportRefused';
}
