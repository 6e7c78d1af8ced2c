/**
 * An answer that is already JSON text, such as one from PostgreSQL. Its bytes reach the caller unchanged; they are
 * not parsed or written again (infra/DESIGN.md#raw-json).
 */
export class RawJson {
  constructor(readonly body: Buffer | string) {}
}
