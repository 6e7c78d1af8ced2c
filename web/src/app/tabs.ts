/** The browser's other tabs: a sign-out in one clears all (web/DESIGN.md#tabs). */
export interface Tabs {
  tellSignedOut(): void;
  onSignedOut(work: () => void): void;
}

const signedOutMessage = 'signed-out';

export const openTabs = (): Tabs => {
  const channel = new BroadcastChannel('portal.session');
  return {
    tellSignedOut: () => channel.postMessage(signedOutMessage),
    onSignedOut: (work) =>
      channel.addEventListener('message', ({ data }) => {
        if (data === signedOutMessage) work();
      }),
  };
};
