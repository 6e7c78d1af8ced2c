const listeners = new Set<(schema: string) => void>();

/** Tells the relays of this process that an outbox has new facts; those of other processes find them by looking. */
export function tellOutboxNews(schema: string): void {
  for (const listener of listeners) listener(schema);
}

/** @returns how to stop listening */
export function onOutboxNews(listener: (schema: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
