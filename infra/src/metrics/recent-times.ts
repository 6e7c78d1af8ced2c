/**
 * The upper bounds, in milliseconds, of the histogram classes for durations. Each is a fifth above the previous one,
 * from 1 ms to over a minute.
 */
const bounds = Array.from({ length: 62 }, (_, nth) => 1.2 ** nth);
const SLOT_MS = 10_000;
const SLOTS = 30;

interface Slot {
  began: number;
  readonly counts: Uint32Array;
  all: number;
  failed: number;
}

/** Figures of the last five minutes; `p50` and `p95` are whole milliseconds, at most a fifth too high. */
export interface Recent {
  readonly all: number;
  readonly failed: number;
  readonly p50: number | null;
  readonly p95: number | null;
}

/**
 * Remembers how long the answers of the last five minutes took. It needs only a few kilobytes, however many answers
 * there are.
 */
export class RecentTimes {
  private readonly slots: Slot[] = Array.from({ length: SLOTS }, () => ({
    began: Number.NEGATIVE_INFINITY,
    counts: new Uint32Array(bounds.length),
    all: 0,
    failed: 0,
  }));

  constructor(private readonly now: () => number = () => performance.now()) {}

  add(milliseconds: number, failed: boolean): void {
    const slot = this.slotOf(this.now());
    const at = bounds.findIndex((bound) => milliseconds <= bound);
    const place = at < 0 ? bounds.length - 1 : at;
    slot.counts[place] = (slot.counts[place] ?? 0) + 1;
    slot.all += 1;
    if (failed) slot.failed += 1;
  }

  recent(): Recent {
    const since = this.now() - SLOTS * SLOT_MS;
    const counts = new Array<number>(bounds.length).fill(0);
    let [all, failed] = [0, 0];
    for (const slot of this.slots.filter(({ began }) => began > since)) {
      slot.counts.forEach((count, at) => (counts[at] = (counts[at] ?? 0) + count));
      all += slot.all;
      failed += slot.failed;
    }
    return { all, failed, p50: quantile(counts, all, 0.5), p95: quantile(counts, all, 0.95) };
  }

  private slotOf(now: number): Slot {
    const began = Math.floor(now / SLOT_MS) * SLOT_MS;
    const slot = this.slots[Math.floor(now / SLOT_MS) % SLOTS] as Slot;
    if (slot.began !== began) {
      slot.began = began;
      slot.counts.fill(0);
      slot.all = 0;
      slot.failed = 0;
    }
    return slot;
  }
}

function quantile(counts: readonly number[], all: number, share: number): number | null {
  let seen = 0;
  for (const [at, count] of counts.entries()) {
    seen += count;
    if (count > 0 && seen >= all * share) return Math.ceil(bounds[at] ?? 0);
  }
  return null;
}
