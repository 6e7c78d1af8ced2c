/** The browser's other tabs. A sign-out in one tab clears the user's data in all of them (web/DESIGN.md#tabs). */
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
