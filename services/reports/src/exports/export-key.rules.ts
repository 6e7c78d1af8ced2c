const keptMs = 60 * 60_000;

export const exportFolder = (county: string): string => `${county}/exports/`;

/** Makes a key that contains the creation time, so that no table has to store the time. */
export const exportKey = (county: string, madeAt: Date, name: string): string =>
  `${exportFolder(county)}${madeAt.getTime()}-${name}`;

/**
 * True if the file is more than an hour old, or if its key has no time. A file without a time in its key is not an
 * export, and is removed too.
 */
export function expired(key: string, now: Date): boolean {
  const madeAt = Number(/\/exports\/(\d{1,15})-/.exec(key)?.[1] ?? 0);
  return now.getTime() - madeAt > keptMs;
}
