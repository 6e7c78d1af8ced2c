/**
 * An answer that is JSON text already, for example from PostgreSQL. Its bytes travel to the caller untouched: nobody
 * parses or writes them again (infra/DESIGN.md#raw-json).
 */
export class RawJson {
  constructor(readonly body: Buffer | string) {}
}
