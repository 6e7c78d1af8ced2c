import { useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';

interface Versioned {
  version?: string | undefined;
}

interface Terms<E extends Versioned, F extends FieldValues> {
  form: UseFormReturn<F>;
  /** The entry that the page has read; undefined for a new entry. */
  entry: E | undefined;
  formOf(entry: E): F;
  /** Reads the stored entry from the server, not from the cache; undefined if that fails. */
  read(): Promise<E | undefined>;
}

export interface OpenedEntry<E extends Versioned> {
  /**
   * The entry with which the form began or, once the user has taken the stored values, the entry with these values.
   * Undefined for a new entry.
   */
  readonly opened: E | undefined;
  /** The entry that somebody else has stored since `opened` was read, if a refused save found one. */
  readonly stored: E | undefined;
  /** The fields whose stored value differs from the value that the page had read before. */
  readonly changed: readonly string[];
  /** The version that the next save may replace. */
  readonly version: string | undefined;
  /** After a refused save: reads the entry again. Returns true if somebody else has changed it. */
  isChangedMeanwhile(): Promise<boolean>;
  /** Takes the stored values of the changed fields. The other fields keep what the user has typed. */
  takeStored(): void;
}

/**
 * Remembers the entry that a page has read, and the entry that somebody else has stored since. So no save overwrites a
 * change that the user has not seen.
 */
export function useOpenedEntry<E extends Versioned, F extends FieldValues>({
  form,
  entry,
  formOf,
  read,
}: Terms<E, F>): OpenedEntry<E> {
  const [opened, setOpened] = useState(entry);
  /**
   * The stored entry that a refused save found. `before` is the entry that the user had seen until then, so that a
   * second refusal marks only what has changed since the first one.
   */
  const [newer, setNewer] = useState<{ stored: E; before: E }>();
  const version = (newer?.stored ?? opened)?.version;
  const [now, before] = newer ? [formOf(newer.stored), formOf(newer.before)] : [{}, {}];
  const changed = Object.keys(now).filter((name) => Reflect.get(now, name) !== Reflect.get(before, name));
  return {
    ...{ opened, stored: newer?.stored, changed, version },
    isChangedMeanwhile: async () => {
      // the server compares versions only if the save has one, so it refused this save for another reason
      const stored = version === undefined ? undefined : await read();
      if (!stored || !opened || stored.version === version) return false;
      setNewer({ stored, before: newer?.stored ?? opened });
      return true;
    },
    takeStored: () => {
      if (!newer) return;
      for (const name of changed)
        form.setValue(name as Path<F>, Reflect.get(now, name) as PathValue<F, Path<F>>);
      setOpened(newer.stored);
      setNewer(undefined);
    },
  };
}
