import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Values of a CSV row by column. */
export type CsvRow = Readonly<Record<string, string>>;

const quoted = /("(?:[^"]|"")*"|[^,]*)(?:,|$)/g;

function cells(line: string): string[] {
  if (!line.includes('"')) return line.split(',');
  const found = [...line.matchAll(quoted)].slice(0, -1).map(([, cell = '']) => cell);
  if (line.endsWith(',')) found.push('');
  return found.map((cell) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell));
}

/** Calls `each` for every row of a bundle's file; a missing file has no rows. Values must not contain line ends. */
export function eachRow(folder: string, file: string, each: (row: (column: string) => string) => void): void {
  const place = path.join(folder, file);
  if (!existsSync(place)) return;
  const [header = '', ...lines] = readFileSync(place, 'utf8').split('\n');
  const columns = new Map(header.split(',').map((name, at) => [name, at]));
  for (const line of lines) {
    if (line === '') continue;
    const values = cells(line);
    each((column) => values[columns.get(column) ?? -1] ?? '');
  }
}
