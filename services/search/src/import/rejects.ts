import { createWriteStream, type WriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';

const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** rejects.csv: the rows of the bundle that were left out, each with its line (the header is line 1) and the reason. */
export class Rejects {
  private readonly out: WriteStream;
  private readonly rows = new Map<string, number>();

  constructor(readonly file: string) {
    this.out = createWriteStream(file);
    this.out.write('file,line,column,reason\n');
  }

  get count(): number {
    return [...this.rows.values()].reduce((sum, rows) => sum + rows, 0);
  }

  /** Rows of one file of the bundle. */
  countOf(file: string): number {
    return this.rows.get(file) ?? 0;
  }

  /** Waits while the disk is slower than the bundle is wrong. */
  async add(file: string, line: number, column: string, reason: string): Promise<void> {
    this.rows.set(file, this.countOf(file) + 1);
    if (!this.out.write(`${[file, String(line), column, reason].map(cell).join(',')}\n`))
      await once(this.out, 'drain');
  }

  async close(): Promise<void> {
    this.out.end();
    await finished(this.out);
  }
}
