import { counter } from '@portal/infra/metrics';
import { Guesses } from './guesses.js';
import { Pace } from './pace.js';
import { Holdings, type Asker } from './places.js';

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
/** In a storm, the part of pace and room that all suspect addresses have together. */
export const shareOfSuspects = 0.25;
/** The part of pace and room that one county has at most. */
export const shareOfCounty = 0.75;
/** The storm is over when nobody was turned away for so long. */
export const stormMs = 10_000;

const turnedAway = () =>
  counter({
    name: 'sign_ins_turned_away_total',
    help: 'Sign-ins that were refused unread because too many came or were under way, by whose share was used up',
    labelNames: ['share'],
  });

type Share = 'address' | 'suspects' | 'county' | 'all';

/** Ends a sign-in that was let in. @param wrong it was a guess that was not right */
export type LeaveDoor = (wrong: boolean) => void;

/**
 * Keeps a storm of sign-ins out of the house (S14): who comes too many is refused before the body is read, at a
 * fraction of what looking at a password costs. An address that guesses too much is refused first and costs the others
 * nothing. For the rest there are two bounds, of which the narrower one holds:
 * - a pace. A storm would otherwise take all that the machine can hash, and searches would wait behind it; at its pace
 *   a sign-in is answered as quickly as on a quiet day, and whoever is refused hears it at once.
 * - how many are under way, which follows how long they take, for machines that do not keep up with the pace.
 * A county has a part of both. Suspect addresses (they guessed wrong lately, or press on when they are turned away) come
 * in while more than half of pace is left, and in a storm they have a small part together: whoever comes from another
 * address finds room, and few passwords waiting before theirs.
 */
export class SignInDoor {
  private allowed: number = signInsAtFirst;
  private narrowedAt = Number.NEGATIVE_INFINITY;
  private stormedAt = Number.NEGATIVE_INFINITY;
  private readonly inside = new Holdings();
  private readonly all: Pace;
  private readonly suspects: Pace;
  private readonly counties = new Map<string, Pace>();
  private readonly guesses: Guesses;

  /**
   * @param perSecond sign-ins that are let in when more come all the time
   * @param now milliseconds of a clock that only goes on
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
   * Looks without going in: whoever sends a body slowly must not stand in the door meanwhile.
   * @returns seconds after which to come again; 0 when the door is open
   */
  secondsToWait(asker: Asker): number {
    const seconds = this.guesses.secondsToWait(asker.address);
    const used = seconds > 0 ? 'address' : this.usedUp(asker);
    if (used === undefined) return 0;
    turnedAway().inc({ share: used });
    this.stormedAt = this.now();
    if (used !== 'address') this.guesses.noteRefusal(asker.address);
    return Math.max(1, seconds);
  }

  /** @returns the way out, to be taken once; undefined when there is no room */
  enter(asker: Asker): LeaveDoor | undefined {
    if (this.secondsToWait(asker) > 0) return undefined;
    const suspect = this.guesses.isSuspect(asker.address);
    const keys = ['all', `county ${asker.county}`, ...(suspect ? ['suspects'] : [])];
    for (const key of keys) this.inside.add(key, 1);
    for (const pace of [this.all, this.countyPace(asker), ...(suspect ? [this.suspects] : [])]) pace.take();
    this.guesses.begin(asker.address);
    const enteredAt = this.now();
    return (wrong) => {
      for (const key of keys) this.inside.add(key, -1);
      this.guesses.end(asker.address, wrong);
      this.judge(enteredAt);
    };
  }

  /** Whose share keeps the asker out. */
  private usedUp(asker: Asker): Exclude<Share, 'address'> | undefined {
    const county = this.countyPace(asker);
    const room = Math.floor(this.allowed);
    // where there is room for two only, a county has both
    const roomOfCounty = Math.ceil(room * shareOfCounty);
    if (this.inside.of('all') >= room || this.all.left() < 1) return 'all';
    if (this.inside.of(`county ${asker.county}`) >= roomOfCounty || county.left() < 1) return 'county';
    if (!this.guesses.isSuspect(asker.address)) return undefined;
    if (!this.all.isOverHalfFull() || !county.isOverHalfFull()) return 'suspects';
    if (!this.inStorm()) return undefined;
    const roomOfSuspects = Math.max(1, Math.floor(room * shareOfSuspects));
    const isFull = this.inside.of('suspects') >= roomOfSuspects || this.suspects.left() < 1;
    return isFull ? 'suspects' : undefined;
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

  /** Halves the room for the first slow one of those that came in since it was halved last. */
  private judge(enteredAt: number): void {
    const now = this.now();
    if (now - enteredAt <= slowSignInMs) this.allowed = Math.min(mostSignIns, this.allowed + STEP);
    else if (enteredAt >= this.narrowedAt) {
      this.allowed = Math.max(fewestSignIns, this.allowed / 2);
      this.narrowedAt = now;
    }
  }
}
