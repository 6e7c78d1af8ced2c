import { useRef, useState } from 'react';
import type { PageSelectionMethod } from '@portal/proto/page-selection';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { countSelected } from './preview.rules.js';
import type { Preview, PreviewState } from './use-preview.js';

/**
 * The text of the pages box after an edit. Each edit makes a new object, so that a later edit can be noticed even if it
 * gives the same text.
 */
interface TypedPages {
  readonly text: string;
}

/**
 * The choice between all pages and the pages whose numbers are typed in a box (A9-12, A9-13). Typing in the box chooses
 * the typed pages (A9-18).
 */
export function PageChoice({ preview, state }: { preview: Preview; state: PreviewState }) {
  const t = useTexts();
  const { selection, answer } = state;
  const [typed, setTyped] = useState<TypedPages>();
  const box = useRef<HTMLInputElement>(null);
  const [wanted, setWanted] = useState<PageSelectionMethod>();
  const some = typed !== undefined || (wanted ?? selection.pageSelectionMethod) === 'CSV_PAGES';
  /** The radio button changes at once; the server confirms later. */
  const choose = (method: PageSelectionMethod): void => {
    setWanted(method);
    setTyped(undefined);
    preview.changeMethod(method);
    void preview.settled().then(() => setWanted(undefined));
  };
  // Enter sends the text, and leaving the box sends it too. If an alert appears after Enter, the focus leaves the box;
  // `sent` then keeps the same text from being sent a second time.
  const sent = useRef<TypedPages>(undefined);
  const leave = (): void => {
    if (typed === undefined || typed === sent.current) return;
    sent.current = typed;
    preview.changePages(typed.text);
    void preview.settled().then(() => {
      if (sent.current === typed) sent.current = undefined;
      // keeps what the user typed in the meantime, even if the page numbers are the same
      setTyped((now) => (now === typed ? undefined : now));
    });
  };
  const selected = { count: countSelected(selection), total: answer.header.pageCount };
  return (
    <fieldset className="page-choice">
      <legend className="sr">{t('preview:choice.label')}</legend>
      <label className="choice">
        <input
          className="radio"
          type="radio"
          name="pages"
          checked={!some}
          onChange={() => choose('ENTIRE_DOCUMENT')}
        />{' '}
        {t('preview:choice.all')}
      </label>
      <div className="page-choice__box">
        <label className="choice">
          <input
            className="radio"
            type="radio"
            name="pages"
            checked={some}
            onChange={() => {
              choose('CSV_PAGES');
              box.current?.focus();
            }}
          />{' '}
          {t('preview:choice.some')}
        </label>
        <input
          className="input"
          type="text"
          ref={box}
          value={typed?.text ?? (some ? selection.selectedAsCsv : '')}
          aria-label={t('preview:choice.numbers')}
          aria-describedby="pages-hint pages-count"
          autoComplete="off"
          onChange={({ target }) => setTyped({ text: target.value })}
          onBlur={leave}
          onKeyDown={({ key }) => {
            if (key === 'Enter') leave();
          }}
        />
      </div>
      <p className="hint">
        <span id="pages-count" className="page-choice__count" role="status">
          {t('preview:choice.count', selected)}
        </span>{' '}
        <span id="pages-hint">{t('preview:choice.example')}</span>
      </p>
    </fieldset>
  );
}
