import { readMessage } from '@portal/proto/message';

/** Returns a text with its values filled in; keys are `namespace:path`. */
export type Translate = (key: string, values?: Record<string, unknown>) => string;

/** The text of a message from a schema, for example `forms:minimum?n=2`. */
export const messageText = (t: Translate, message: string): string => {
  const { key, params } = readMessage(message);
  return t(key, params);
};
