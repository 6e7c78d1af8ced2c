/** A record of a CSV file: its values by the column names in the header. */
export interface CsvRecord {
  /** The first line of the record; the header is line 1. */
  readonly line: number;
  readonly values: Readonly<Record<string, string>>;
  /** True if a quote is out of place. The values are then the texts between the commas, without any quotes. */
  readonly broken: boolean;
}

interface CsvLine {
  readonly line: number;
  readonly cells: readonly string[];
  readonly broken: boolean;
}

/**
 * Parses the records of a CSV text (RFC 4180). A quote inside a quoted value is doubled, and lines end with LF or CRLF.
 * Names are lower case and trimmed. Missing values are empty, and extra values are ignored. Line numbers are counted as
 * in the index import, because rejects.csv names lines that either import has rejected.
 */
export function* csvRecords(text: string): Generator<CsvRecord> {
  let header: string[] | undefined;
  for (const { line, cells, broken } of csvLines(text)) {
    if (!header) header = cells.map((name) => name.trim().toLowerCase());
    else if (cells.length > 1 || cells[0] !== '') {
      yield { line, values: Object.fromEntries(header.map((name, i) => [name, cells[i] ?? ''])), broken };
    }
  }
}

const quoted = /"(?:[^"]|"")*"/y;

function* csvLines(text: string): Generator<CsvLine> {
  // a carriage return without a line feed is part of the value
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*(?:\r(?!\n)[^",\r\n]*)*)(,|\r?\n|$)/gy;
  const start = text.startsWith('\uFEFF') ? 1 : 0;
  cell.lastIndex = start;
  let line = 1;
  let [begun, from] = [line, start];
  let cells: string[] = [];
  while (cell.lastIndex < text.length || cells.length > 0) {
    const at = cell.lastIndex;
    const found = cell.exec(text);
    const end = found ? cell.lastIndex : endOfBroken(text, at);
    const [, raw = '', after] = found ?? [];
    cells.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw);
    line += linesIn(text.slice(at, end));
    cell.lastIndex = end;
    if (after === ',') continue;
    yield found
      ? { line: begun, cells, broken: false }
      : { line: begun, cells: text.slice(from, end).replaceAll('"', '').split(','), broken: true };
    [begun, from] = [line, end];
    cells = [];
  }
}

const linesIn = (text: string): number => text.split('\n').length - 1;

/**
 * The end of the line of text in which a quote is out of place. Skips the line breaks inside a complete quoted value
 * before the fault, because they belong to the value.
 */
function endOfBroken(text: string, at: number): number {
  quoted.lastIndex = at;
  const end = text.indexOf('\n', quoted.test(text) ? quoted.lastIndex : at);
  return end < 0 ? text.length : end + 1;
}
