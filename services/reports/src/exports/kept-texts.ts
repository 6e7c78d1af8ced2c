import type { Words } from './columns.rules.js';

/** Few words, and many lines that have them: each text without values is looked up once. */
export function keptTexts(t: Words): Words {
  const known = new Map<string, string>();
  return (key, params) => {
    if (params) return t(key, params);
    const text = known.get(key) ?? t(key);
    known.set(key, text);
    return text;
  };
}
