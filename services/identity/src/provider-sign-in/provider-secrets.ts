import { readFile, stat } from 'node:fs/promises';
import * as z from 'zod/mini';

const needed = z.string().check(z.minLength(1));
const secrets = z.record(z.string(), z.object({ issuer: needed, clientSecret: needed }));

/**
 * Client secrets by county, from a file that is read again when it changes, so that a secret can be replaced without a
 * restart. If the file does not parse, the previous secrets stay. Each belongs to one issuer: whoever may change the
 * county's settings must not have it sent elsewhere (DECISIONS.md#sec-90).
 */
export class ProviderSecrets {
  private known: z.infer<typeof secrets> = {};
  private mark = '';

  /** @param report receives a message when the file cannot be used, never its content */
  constructor(
    private readonly file: string | undefined,
    private readonly report: (problem: string) => void,
  ) {}

  /** Undefined when the county has none for this issuer. */
  async find(county: string, issuer: string): Promise<string | undefined> {
    await this.refresh();
    const own = Object.hasOwn(this.known, county) ? this.known[county] : undefined;
    return own?.issuer === issuer ? own.clientSecret : undefined;
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
