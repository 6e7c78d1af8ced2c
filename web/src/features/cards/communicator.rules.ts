import { cardNoteOf } from './card-message.js';

/**
 * The work of the communicator page (web/DESIGN.md#payment-frame): what the provider's page says goes on to the top window, if that is
 * ours. The provider posts messages, or writes them into this page's fragment; a message from anywhere else is dropped.
 * Unlike the provider's sample it looks at the sender, tells nobody but our own origin, and reaches into no window.
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
