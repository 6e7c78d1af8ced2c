/** A record of a CSV file, by the names in its header. */
export interface CsvRecord {
  /** The first line of the record; the header is line 1. */
  readonly line: number;
  readonly values: Readonly<Record<string, string>>;
}

/**
 * Parses the records of a CSV text (RFC 4180: quotes are doubled inside quotes; either line ending). Names are lower
 * case and trimmed. A record with too few or too many values keeps those that it has.
 */
export function* csvRecords(text: string): Generator<CsvRecord> {
  let header: string[] | undefined;
  for (const { line, cells } of csvLines(text)) {
    if (!header) header = cells.map((name) => name.trim().toLowerCase());
    else if (cells.length > 1 || cells[0] !== '') {
      yield { line, values: Object.fromEntries(header.map((name, i) => [name, cells[i] ?? ''])) };
    }
  }
}

function* csvLines(text: string): Generator<{ line: number; cells: string[] }> {
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?\n|$)/gy;
  cell.lastIndex = text.startsWith('\uFEFF') ? 1 : 0;
  let line = 1;
  let begun = 1;
  let cells: string[] = [];
  while (cell.lastIndex < text.length || cells.length > 0) {
    const found = cell.exec(text);
    if (!found) throw new Error(`line ${line} is not CSV`);
    const [whole, raw = '', end] = found;
    cells.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw);
    line += whole.split('\n').length - 1;
    if (end === ',') continue;
    yield { line: begun, cells };
    begun = line;
    cells = [];
  }
}
