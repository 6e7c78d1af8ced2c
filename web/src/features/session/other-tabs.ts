/** Tells the other tabs of the browser the last time at which the server heard from this tab. */
export interface OtherTabs {
  tell(at: number): void;
  close(): void;
}

export const openOtherTabs = (onHeard: (at: number) => void): OtherTabs => {
  if (typeof BroadcastChannel === 'undefined') return { tell: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel('portal.activity');
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'number') onHeard(data);
  });
  return { tell: (at) => channel.postMessage(at), close: () => channel.close() };
};
