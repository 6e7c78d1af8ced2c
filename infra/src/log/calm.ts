import { codeOf, isOutage, serviceCodes } from './outage.js';

const EVERY_MS = 60_000;
/**
 * The maximum number of causes to remember. Normally there are few, because a cause is only the message of a line and
 * the code of its error, without addresses and times.
 */
const MOST_CAUSES = 1_000;
const SERVICE_AWAY: ReadonlySet<string> = new Set(serviceCodes);

interface Cause {
  writtenAt: number;
  leftOut: number;
}

/**
 * Keeps an outage from filling the log. If lines have the same message and the same error of an unavailable server,
 * only one is written each minute. The written line contains the number of lines that were omitted before it.
 */
export class Calm {
  private readonly causes = new Map<string, Cause>();

  /** @returns fields to add to the line; undefined when the line is omitted */
  admit(fields: object, message: string): object | undefined {
    const error: unknown = 'err' in fields ? fields.err : undefined;
    const cause = causeOf(error);
    if (cause === undefined) return {};
    const key = `${message} ${cause}`;
    const now = performance.now();
    const known = this.causes.get(key);
    if (known && now - known.writtenAt < EVERY_MS) {
      known.leftOut += 1;
      return undefined;
    }
    if (this.causes.size >= MOST_CAUSES) this.causes.clear();
    this.causes.set(key, { writtenAt: now, leftOut: 0 });
    return known && known.leftOut > 0 ? { leftOut: known.leftOut } : {};
  }
}

/**
 * The cause of an outage; undefined for other errors. The cause is built from the error's code, because the texts for
 * an unavailable server differ by address and time.
 */
function causeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = codeOf(error);
  if (code !== undefined && SERVICE_AWAY.has(code)) return code;
  return isOutage(error) ? (code ?? error.name) : undefined;
}
