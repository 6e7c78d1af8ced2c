/**
 * The browser's other tabs, which send the same cookie. When a user signs out in one tab, or another user signs in
 * there, the first user's data is cleared in all tabs. Only tabs of staff first ask the server who is signed in,
 * because the second user may be the same person in an account view (web/DESIGN.md#tabs).
 */
export interface Tabs {
  tellSignedOut(): void;
  onSignedOut(work: () => void): void;
  tellSignedIn(userId: string): void;
  onSignedIn(work: (userId: string) => void): void;
}

const signedOutMessage = 'signed-out';

export const openTabs = (): Tabs => {
  const channel = new BroadcastChannel('portal.session');
  const logins = new BroadcastChannel('portal.login');
  return {
    tellSignedOut: () => channel.postMessage(signedOutMessage),
    onSignedOut: (work) =>
      channel.addEventListener('message', ({ data }) => {
        if (data === signedOutMessage) work();
      }),
    tellSignedIn: (userId) => logins.postMessage(userId),
    onSignedIn: (work) =>
      logins.addEventListener('message', ({ data }: MessageEvent<unknown>) => work(String(data))),
  };
};
