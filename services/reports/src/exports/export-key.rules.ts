const keptMs = 60 * 60_000;

export const exportFolder = (county: string): string => `${county}/exports/`;

/** The key says when the file was made, so that no table has to. */
export const exportKey = (county: string, madeAt: Date, name: string): string =>
  `${exportFolder(county)}${madeAt.getTime()}-${name}`;

/** True of an hour-old file, and of a key that says no time: it belongs to nobody. */
export function expired(key: string, now: Date): boolean {
  const madeAt = Number(/\/exports\/(\d{1,15})-/.exec(key)?.[1] ?? 0);
  return now.getTime() - madeAt > keptMs;
}
