const listeners = new Set<(schema: string) => void>();

/** Tells the relays of this process that an outbox has new facts. Relays of other processes poll for facts. */
export function tellOutboxNews(schema: string): void {
  for (const listener of listeners) listener(schema);
}

/** @returns a function that stops listening */
export function onOutboxNews(listener: (schema: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
