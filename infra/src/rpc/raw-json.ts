/**
 * An answer that is already JSON text, for example from PostgreSQL. Its bytes reach the caller unchanged, without being
 * parsed and written again (infra/DESIGN.md#raw-json).
 */
export class RawJson {
  constructor(readonly body: Buffer | string) {}
}
