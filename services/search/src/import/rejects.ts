import { createWriteStream, type WriteStream } from 'node:fs';
import { once } from 'node:events';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { refusePipe } from './bundle-paths.js';
import { ImportRefused } from './import-refused.js';
import { bundleFiles } from './manifest.js';
import type { Hiding } from './unhidden.js';

const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Names that the file of rejects must not have, because an import reads or writes these files. */
const otherFiles: readonly string[] = [...bundleFiles, 'manifest.json', 'reconcile.csv'];

/** Maximum number of rejected rows that are remembered because they may hide a record. */
const mostHidings = 10_000;

/** rejects.csv: the rows of the bundle that were left out, with line (the header is line 1) and reason. */
export class Rejects {
  private readonly rows = new Map<string, number>();
  /**
   * The first write error. It is kept and thrown later; an unhandled error would end the process in the middle of a
   * load.
   */
  private failure: Error | undefined;
  /** The rejected rows that say, or may have been meant to say, that their record must not be visible. */
  readonly hidings: Hiding[] = [];

  private constructor(
    readonly file: string,
    private readonly out: WriteStream,
  ) {
    out.on('error', (error) => (this.failure ??= error));
    out.write('file,line,column,reason\n');
  }

  /** @throws ImportRefused when the file cannot be written */
  static async open(file: string): Promise<Rejects> {
    const name = path.basename(file);
    if (otherFiles.includes(name))
      throw new ImportRefused(`the rejects would overwrite ${name}; --rejects <file> puts them elsewhere`);
    await refusePipe(file);
    const out = createWriteStream(file);
    try {
      await once(out, 'open');
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new ImportRefused(`${name} cannot be written (${why}); --rejects <file> puts it elsewhere`);
    }
    return new Rejects(file, out);
  }

  get count(): number {
    return [...this.rows.values()].reduce((sum, rows) => sum + rows, 0);
  }

  /** The number of rejected rows of one file of the bundle. */
  countOf(file: string): number {
    return this.rows.get(file) ?? 0;
  }

  /**
   * Adds a line to rejects.csv. Waits when lines come faster than the disk can write.
   * @param hiding the record that the row hides or may hide
   */
  async add(file: string, line: number, column: string, reason: string, hiding?: Hiding): Promise<void> {
    if (this.failure) throw this.failure;
    if (hiding) this.remember(hiding);
    this.rows.set(file, this.countOf(file) + 1);
    if (!this.out.write(`${[file, String(line), column, reason].map(cell).join(',')}\n`))
      await once(this.out, 'drain');
  }

  /**
   * Remembers a row that may hide a record. The first row beyond the maximum is remembered without its record, so that
   * the import reports that a record may still be visible.
   */
  private remember(hiding: Hiding): void {
    if (this.hidings.length < mostHidings) this.hidings.push(hiding);
    else if (this.hidings.length === mostHidings) this.hidings.push({ ...hiding, ordinal: undefined });
  }

  async close(): Promise<void> {
    if (this.failure) throw this.failure;
    this.out.end();
    await finished(this.out);
  }
}
