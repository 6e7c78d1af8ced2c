import { readFile, stat } from 'node:fs/promises';
import * as z from 'zod/mini';

export interface CountySecretsOptions<T> {
  /** Undefined when the operator has named no file; then no county has secrets. */
  readonly file: string | undefined;
  /** Names the content of the file in messages to the operator. */
  readonly what: string;
  /** The form of one county's entry. */
  readonly entry: z.core.$ZodType<T>;
  /** Receives a message when the file cannot be used. The message never contains the file's content. */
  readonly report: (problem: string) => void;
}

/**
 * Secrets by county, from a JSON file. The file is read again when it changes, so that secrets can be replaced without
 * a restart (S32). If the file does not parse, the previous secrets stay in use.
 */
export class CountySecrets<T> {
  private known: Record<string, T> = {};
  private mark = '';
  private readonly content: z.core.$ZodType<Record<string, T>>;

  constructor(private readonly o: CountySecretsOptions<T>) {
    this.content = z.record(z.string(), o.entry) as z.core.$ZodType<Record<string, T>>;
  }

  /** The secrets of a county; undefined when it has none. */
  async find(county: string): Promise<T | undefined> {
    await this.refresh();
    return Object.hasOwn(this.known, county) ? this.known[county] : undefined;
  }

  private async refresh(): Promise<void> {
    const { file, what, report } = this.o;
    if (file === undefined) return;
    try {
      const { mtimeMs, size, ino } = await stat(file);
      const mark = `${mtimeMs} ${size} ${ino}`;
      if (mark === this.mark) return;
      this.known = z.parse(this.content, JSON.parse(await readFile(file, 'utf8')));
      this.mark = mark;
    } catch {
      // the error may quote the file's content, so the report omits it
      report(`the file of ${what} is missing or does not parse`);
    }
  }
}
