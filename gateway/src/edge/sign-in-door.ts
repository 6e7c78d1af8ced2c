import { counter } from '@portal/infra/metrics';

/** Sign-ins that one process has under way at once; each wants a password hashed, which takes a core for a while. */
export const mostSignIns = 32;
const fewestSignIns = 2;
/** Until it is known how long they take here. */
export const signInsAtFirst = 8;
/** Longer than this a sign-in takes where the machine has no more to give: fewer are let in then. */
export const slowSignInMs = 1_000;
/** How fast the door opens again, by sign-ins that were quick. */
const STEP = 0.25;
/** After a quiet time so many seconds' worth of sign-ins may come together: a class that begins, an office at eight. */
export const secondsSaved = 2;

const turnedAway = () =>
  counter({
    name: 'sign_ins_turned_away_total',
    help: 'Sign-ins that were refused unread because too many came or were under way',
  });

/**
 * Keeps a storm of sign-ins out of the house (S14): who comes too many is refused before the body is read, at a
 * fraction of what looking at a password costs. Two bounds, of which the narrower one holds:
 * - a pace. A storm would otherwise take all that the machine can hash, and searches would wait behind it; at its pace
 *   a sign-in is answered as quickly as on a quiet day, and whoever is refused hears it at once.
 * - how many are under way, which follows how long they take, for machines that do not keep up with the pace.
 */
export class SignInDoor {
  private inside = 0;
  private allowed: number = signInsAtFirst;
  private narrowedAt = Number.NEGATIVE_INFINITY;
  private saved: number;
  private savedAt: number;

  /**
   * @param perSecond sign-ins that are let in when more come all the time
   * @param now milliseconds of a clock that only goes on
   */
  constructor(
    private readonly perSecond: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.saved = perSecond * secondsSaved;
    this.savedAt = now();
  }

  /** Looks without going in: whoever sends a body slowly must not stand in the door meanwhile. */
  isShut(): boolean {
    const shut = this.inside >= Math.floor(this.allowed) || this.savedNow() < 1;
    if (shut) turnedAway().inc();
    return shut;
  }

  /** @returns the way out, to be taken once; undefined when there is no room */
  enter(): (() => void) | undefined {
    if (this.isShut()) return undefined;
    this.inside += 1;
    this.saved -= 1;
    const enteredAt = this.now();
    return () => this.leave(enteredAt);
  }

  private savedNow(): number {
    const now = this.now();
    const since = ((now - this.savedAt) * this.perSecond) / 1_000;
    this.saved = Math.min(this.perSecond * secondsSaved, this.saved + since);
    this.savedAt = now;
    return this.saved;
  }

  /** Halves the room for the first slow one of those that came in since it was halved last. */
  private leave(enteredAt: number): void {
    this.inside -= 1;
    const now = this.now();
    if (now - enteredAt <= slowSignInMs) this.allowed = Math.min(mostSignIns, this.allowed + STEP);
    else if (enteredAt >= this.narrowedAt) {
      this.allowed = Math.max(fewestSignIns, this.allowed / 2);
      this.narrowedAt = now;
    }
  }
}
