import { cardNoteOf } from './card-message.js';

/**
 * The work of the communicator page (web/DESIGN.md#payment-frame): passes the provider's messages on to the top window,
 * if the top window belongs to our origin. The provider posts messages, or writes them into the fragment of this page;
 * messages from anywhere else are dropped. Unlike the provider's sample, this page checks the sender, posts only to our
 * own origin, and does not access other windows.
 */
export const passOn = (page: Window, paymentOrigin: string): void => {
  const tell = (text: unknown): void => {
    const note = cardNoteOf(text);
    if (note) page.top?.postMessage(note, page.location.origin);
  };
  const tellFragment = (): void => tell(page.location.hash.slice(1));
  page.addEventListener('message', ({ origin, data }: MessageEvent<unknown>) => {
    if (origin === paymentOrigin) tell(data);
  });
  page.addEventListener('hashchange', tellFragment);
  tellFragment();
};
