import type { Words } from './columns.rules.js';

/** Enough for the words of a report and the numbers in them. */
const MOST = 2_000;

/** Looks up each text once, because many lines use few texts. */
export function keptTexts(t: Words): Words {
  const known = new Map<string, string>();
  return (key, params) => {
    const name = params ? key + JSON.stringify(params) : key;
    const kept = known.get(name);
    if (kept !== undefined) return kept;
    const text = t(key, params);
    if (known.size === MOST) known.clear();
    known.set(name, text);
    return text;
  };
}
