import type { Words } from './columns.rules.js';

/** Maximum number of texts that are kept: enough for the words of a report, its amounts and the minutes of a day. */
const MOST = 2_000;

function keep<K>(known: Map<K, string>, key: K, text: string): string {
  if (known.size === MOST) known.clear();
  known.set(key, text);
  return text;
}

/** Keeps the texts that `textOf` creates, because many lines use the same few texts. */
export function keptBy<K>(textOf: (key: K) => string): (key: K) => string {
  const known = new Map<K, string>();
  return (key) => known.get(key) ?? keep(known, key, textOf(key));
}

/** Keeps the texts that `t` returns. */
export function keptTexts(t: Words): Words {
  const known = new Map<string, string>();
  return (key, params) => {
    const name = params ? key + JSON.stringify(params) : key;
    return known.get(name) ?? keep(known, name, t(key, params));
  };
}
