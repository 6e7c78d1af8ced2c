/** The number of wrong sign-ins that one IP address may make at once after a quiet time. */
export const guessesTogether = 30;
/** The seconds until one more wrong sign-in is allowed. */
export const secondsAGuess = 2;
/**
 * The number of wrong sign-ins that one IP address may make in a day (S17); further ones are refused before they cost
 * anything.
 */
export const guessesADay = 100;
/**
 * After this many refusals, an IP address counts as ignoring its waiting times, as guessing programs do. A refusal that
 * comes after ten quiet seconds counts as the first one; each later refusal counts only if the attempt came too early.
 */
export const refusalsTogether = 3;
/**
 * The time in milliseconds that a patient client waits after a refusal. The refusal says to try again in one second,
 * but a slightly earlier attempt counts as patient too, because timers of clients are not exact.
 */
export const patientMs = 900;

const DAY_MS = 86_400_000;
/** The time in milliseconds for which an IP address counts as suspect after a wrong guess. */
const LATELY_MS = 900_000;
const PRESSING_MS = 10_000;
/**
 * The number of IP addresses kept in memory. When there are more, the address that was unused for the longest time is
 * forgotten.
 */
const mostKept = 50_000;

interface Guesser {
  /** The number of wrong sign-ins that still count, which decreases with time. */
  recent: number;
  at: number;
  wrongAt: number;
  today: number;
  /** The time at which the current day began; `today` counts the wrong sign-ins since then. */
  since: number;
  underWay: number;
  /** The number of refusals, counted as `refusalsTogether` describes. */
  refusals: number;
  refusedAt: number;
}

/**
 * Counts wrong sign-ins by IP address in this process. The identity service counts them for all processes, but asking
 * it takes time.
 */
export class Guesses {
  private readonly guessers = new Map<string, Guesser>();

  /** @param now returns the milliseconds of a monotonic clock */
  constructor(private readonly now: () => number) {}

  /** Returns the seconds until the address may try again; 0 if it may try now. */
  secondsToWait(address: string): number {
    const guesser = this.guessers.get(address);
    if (!guesser) return 0;
    this.forgetSome(guesser);
    if (guesser.today >= guessesADay)
      return Math.max(1, Math.ceil((guesser.since + DAY_MS - this.now()) / 1_000));
    return guesser.recent + guesser.underWay > guessesTogether - 1 ? secondsAGuess : 0;
  }

  /** True if the address recently guessed wrong, or ignores its waiting time as only programs do. */
  isSuspect(address: string): boolean {
    const guesser = this.guessers.get(address);
    if (!guesser) return false;
    const now = this.now();
    const presses = guesser.refusals >= refusalsTogether && now - guesser.refusedAt < PRESSING_MS;
    return presses || now - guesser.wrongAt < LATELY_MS;
  }

  /** Records that the address was refused because of a limit that it shares with other addresses. */
  noteRefusal(address: string): void {
    const guesser = this.guesserAt(address);
    const now = this.now();
    const waited = now - guesser.refusedAt;
    if (waited >= PRESSING_MS) guesser.refusals = 0;
    if (guesser.refusals === 0 || waited < patientMs) guesser.refusals += 1;
    guesser.refusedAt = now;
  }

  begin(address: string): void {
    this.guesserAt(address).underWay += 1;
  }

  end(address: string, wrong: boolean): void {
    const guesser = this.guessers.get(address);
    if (!guesser) return;
    this.forgetSome(guesser);
    guesser.underWay = Math.max(0, guesser.underWay - 1);
    if (!wrong) return;
    guesser.recent += 1;
    guesser.today += 1;
    guesser.wrongAt = this.now();
  }

  /**
   * Returns the entry of the address, and moves it to the end of the map, because the first entry is forgotten first.
   */
  private guesserAt(address: string): Guesser {
    const guesser = this.guessers.get(address) ?? this.unknown();
    this.guessers.delete(address);
    this.guessers.set(address, guesser);
    return guesser;
  }

  private unknown(): Guesser {
    const [quietest] = this.guessers.keys();
    if (this.guessers.size >= mostKept && quietest !== undefined) this.guessers.delete(quietest);
    const [now, never] = [this.now(), Number.NEGATIVE_INFINITY];
    return {
      ...{ recent: 0, at: now, wrongAt: never, today: 0, since: now },
      ...{ underWay: 0, refusals: 0, refusedAt: never },
    };
  }

  private forgetSome(guesser: Guesser): void {
    const now = this.now();
    guesser.recent = Math.max(0, guesser.recent - (now - guesser.at) / (secondsAGuess * 1_000));
    guesser.at = now;
    if (now - guesser.since < DAY_MS) return;
    guesser.since = now;
    guesser.today = 0;
  }
}
