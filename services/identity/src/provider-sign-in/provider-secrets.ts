import { readFile, stat } from 'node:fs/promises';
import * as z from 'zod/mini';

const secrets = z.record(z.string(), z.object({ clientSecret: z.string().check(z.minLength(1)) }));

/**
 * Client secrets by county, from a file that is read again when it changes, so that a secret can be replaced without a
 * restart. If the file does not parse, the previous secrets stay.
 */
export class ProviderSecrets {
  private known: z.infer<typeof secrets> = {};
  private mark = '';

  /** @param report receives a message when the file cannot be used, never its content */
  constructor(
    private readonly file: string | undefined,
    private readonly report: (problem: string) => void,
  ) {}

  /** Undefined when the county has none. */
  async find(county: string): Promise<string | undefined> {
    await this.refresh();
    return Object.hasOwn(this.known, county) ? this.known[county]?.clientSecret : undefined;
  }

  private async refresh(): Promise<void> {
    if (this.file === undefined) return;
    try {
      const { mtimeMs, size, ino } = await stat(this.file);
      const mark = `${mtimeMs} ${size} ${ino}`;
      if (mark === this.mark) return;
      this.known = z.parse(secrets, JSON.parse(await readFile(this.file, 'utf8')));
      this.mark = mark;
    } catch {
      // the error may quote the file's content
      this.report('the file of provider secrets is missing or does not parse');
    }
  }
}
