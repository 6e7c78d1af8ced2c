import type { MessageParams } from './result.js';

/**
 * A message is the key of a catalog text (`locales/<language>/<namespace>.json`), never the text itself, so form,
 * gateway and service give the same key. Values for the text follow the key: `forms:minimum?n=3`.
 */
export const message = (key: string, params?: MessageParams): string => {
  if (!params) return key;
  const values = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) values.set(name, String(value));
  return `${key}?${values.toString()}`;
};

/** Splits a message into its key and its values. */
export const readMessage = (text: string): { key: string; params: Record<string, string> } => {
  const at = text.indexOf('?');
  if (at < 0) return { key: text, params: {} };
  return { key: text.slice(0, at), params: Object.fromEntries(new URLSearchParams(text.slice(at + 1))) };
};
