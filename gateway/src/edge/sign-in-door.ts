import { counter } from '@portal/infra/metrics';
import { Guesses } from './guesses.js';
import { Pace } from './pace.js';
import { Holdings, type Asker } from './places.js';

/**
 * The maximum number of sign-ins that one process works on at the same time; each needs a password hash, which keeps a
 * core busy for a while.
 */
export const mostSignIns = 32;
const fewestSignIns = 2;
/** The limit until the duration of sign-ins on this machine is known. */
export const signInsAtFirst = 8;
/**
 * A sign-in that takes more than this many milliseconds shows that the machine is at its limit. The door then admits
 * fewer sign-ins.
 */
export const slowSignInMs = 1_000;
/** How much the limit grows with each quick sign-in. */
const STEP = 0.25;
/**
 * After a quiet time, for example when an office opens, the sign-ins that the rate allows in this many seconds may all
 * come at once.
 */
export const secondsSaved = 2;
/** The share of the rate and of the slots that all suspect IP addresses together have during a storm. */
export const shareOfSuspects = 0.25;
/** The largest share of the rate and of the slots that one county can have. */
export const shareOfCounty = 0.75;
/** A storm is over when this time, in milliseconds, has passed without a refusal. */
export const stormMs = 10_000;
/** The time in milliseconds for which a slow sign-in counts as a sign that the machine is at its limit. */
export const slowForMs = 10_000;

const turnedAway = counter({
  name: 'sign_ins_turned_away_total',
  help: 'Sign-ins that were refused unread because too many came or were under way, by whose share was used up',
  labelNames: ['share'],
});

type Share = 'address' | 'suspects' | 'county' | 'all';

/**
 * How a sign-in ended. UNANSWERED: the identity service or another server was unavailable or too busy, which says
 * nothing about the password or the speed of the machine.
 */
export type SignInEnd = 'ANSWERED' | 'WRONG' | 'UNANSWERED';

/** Ends an admitted sign-in. */
export type LeaveDoor = (end: SignInEnd) => void;

/**
 * Protects the portal from a storm of sign-ins (S14). Excess sign-ins are refused before the body is read, at a
 * fraction of the cost of checking a password. An IP address that guesses too often is refused first and does not use
 * up the room of others. For all other sign-ins there are two limits, and the lower one applies:
 * - a rate. Without it a storm would use all the machine's time for hashing, and searches would wait. At this rate a
 *   sign-in is answered as fast as on a quiet day, and a refusal comes at once.
 * - a number of sign-ins at once, which depends on their duration, for machines that cannot keep up with the rate.
 *
 * One county can use only a share of each limit. Suspect addresses (they recently guessed wrong, or ignore refusals)
 * are admitted only while more than half of the rate is left. During a storm they have a small share together, so that
 * sign-ins from other addresses soon find a free slot.
 */
export class SignInDoor {
  private allowed: number = signInsAtFirst;
  private narrowedAt = Number.NEGATIVE_INFINITY;
  private slowAt = Number.NEGATIVE_INFINITY;
  private stormedAt = Number.NEGATIVE_INFINITY;
  private readonly inside = new Holdings();
  private readonly all: Pace;
  private readonly suspects: Pace;
  private readonly counties = new Map<string, Pace>();
  private readonly guesses: Guesses;

  /**
   * @param perSecond the number of sign-ins that are admitted per second under constant load
   * @param now returns the milliseconds of a monotonic clock
   */
  constructor(
    private readonly perSecond: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.all = new Pace(perSecond, secondsSaved, now);
    this.suspects = new Pace(perSecond * shareOfSuspects, 1, now);
    this.guesses = new Guesses(now);
  }

  /**
   * Checks for room without taking a slot, so that a slow sender holds none.
   * @returns the seconds after which to try again; 0 when there is room
   */
  secondsToWait(asker: Asker): number {
    const seconds = this.guesses.secondsToWait(asker.address);
    const used = seconds > 0 ? 'address' : this.usedUp(asker);
    if (used === undefined) return 0;
    turnedAway.inc({ share: used });
    this.stormedAt = this.now();
    if (used !== 'address') this.guesses.noteRefusal(asker.address);
    return Math.max(1, seconds);
  }

  /** @returns a function to call once when the sign-in ends; undefined when there is no room */
  enter(asker: Asker): LeaveDoor | undefined {
    if (this.secondsToWait(asker) > 0) return undefined;
    const suspect = this.isSuspect(asker);
    const keys = ['all', `county ${asker.county}`, ...(suspect ? ['suspects'] : [])];
    for (const key of keys) this.inside.add(key, 1);
    for (const pace of [this.all, this.countyPace(asker), ...(suspect ? [this.suspects] : [])]) pace.take();
    this.guesses.begin(asker.address);
    const enteredAt = this.now();
    return (end) => {
      for (const key of keys) this.inside.add(key, -1);
      this.guesses.end(asker.address, end === 'WRONG');
      if (end !== 'UNANSWERED') this.judge(enteredAt);
    };
  }

  /** True if the IP address recently guessed wrong, or ignores refusals. */
  isSuspect({ address }: Asker): boolean {
    return this.guesses.isSuspect(address);
  }

  /** Returns the limit that this sender has reached; undefined when the sender is admitted. */
  private usedUp(asker: Asker): Exclude<Share, 'address'> | undefined {
    const county = this.countyPace(asker);
    const room = this.room();
    // if there is room for only two sign-ins, one county may have both
    const roomOfCounty = Math.ceil(room * shareOfCounty);
    if (this.inside.of('all') >= room || this.all.left() < 1) return 'all';
    if (this.inside.of(`county ${asker.county}`) >= roomOfCounty || county.left() < 1) return 'county';
    if (!this.isSuspect(asker)) return undefined;
    if (!this.all.isOverHalfFull() || !county.isOverHalfFull()) return 'suspects';
    if (!this.inStorm()) return undefined;
    const roomOfSuspects = Math.max(1, Math.floor(room * shareOfSuspects));
    const isFull = this.inside.of('suspects') >= roomOfSuspects || this.suspects.left() < 1;
    return isFull ? 'suspects' : undefined;
  }

  /**
   * Returns the current limit. When no sign-in has been slow for a while, the limit is at least the initial one
   * again, even if nobody has signed in since.
   */
  private room(): number {
    if (this.now() - this.slowAt >= slowForMs) this.allowed = Math.max(this.allowed, signInsAtFirst);
    return Math.floor(this.allowed);
  }

  private inStorm(): boolean {
    return this.now() - this.stormedAt < stormMs;
  }

  private countyPace({ county }: Asker): Pace {
    let pace = this.counties.get(county);
    if (!pace)
      this.counties.set(county, (pace = new Pace(this.perSecond * shareOfCounty, secondsSaved, this.now)));
    return pace;
  }

  /** Halves the limit at the first slow sign-in that was admitted since the last halving. */
  private judge(enteredAt: number): void {
    const now = this.now();
    if (now - enteredAt <= slowSignInMs) {
      this.allowed = Math.min(mostSignIns, this.allowed + STEP);
      return;
    }
    this.slowAt = now;
    if (enteredAt >= this.narrowedAt) {
      this.allowed = Math.max(fewestSignIns, this.allowed / 2);
      this.narrowedAt = now;
    }
  }
}
