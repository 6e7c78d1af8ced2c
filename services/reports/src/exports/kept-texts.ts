import type { Words } from './columns.rules.js';

/** Looks up each text without values once, because many lines use few words. */
export function keptTexts(t: Words): Words {
  const known = new Map<string, string>();
  return (key, params) => {
    if (params) return t(key, params);
    const text = known.get(key) ?? t(key);
    known.set(key, text);
    return text;
  };
}
