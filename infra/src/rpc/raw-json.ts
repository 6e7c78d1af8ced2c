/**
 * An answer that is already JSON text, such as one from PostgreSQL. Its bytes reach the caller unchanged; nobody parses
 * or writes them again (infra/DESIGN.md#raw-json).
 */
export class RawJson {
  constructor(readonly body: Buffer | string) {}
}
