interface Table {
  readonly schema: string;
  readonly name: string;
}
type Ask = (sql: string, params?: readonly unknown[]) => Promise<object[]>;

export const schemas: readonly string[];
export const movedTables: readonly Table[];
export const indexTables: readonly string[];
export const gatedOnly: readonly Table[];
export function fateOf(table: Table): string | undefined;
export function listTables(ask: Ask): Promise<Table[]>;
export function unclassifiedTables(ask: Ask): Promise<{ unknown: string[]; missing: string[] }>;
