import { useState, type FormEvent, type ReactNode } from 'react';
import { showAlert } from '../../shared/alerts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { Icon } from '../../ui/components/icon.js';
import { moveView, pageToJumpTo, startShowing, type Move } from './preview.rules.js';
import type { Preview, PreviewState } from './use-preview.js';

/** First, Prev 5, Prev 1, jump, Next 1, Next 5, Last (A9-11). Impossible moves say so when they are tried. */
export function PreviewNavigation({ preview, state }: { preview: Preview; state: PreviewState }) {
  const t = useTexts();
  const { pageCount } = state.answer.header;
  const move = (kind: Move): void => {
    const result = moveView(kind, state.first, pageCount);
    if ('first' in result) void preview.showFrom(result.first);
    else void showAlert(t(`preview:${result.refusal}`), 'INFO');
  };
  const button = (kind: Move, children: ReactNode, far = false) => (
    <button
      className={far ? 'btn btn--sm far' : 'btn btn--sm'}
      type="button"
      aria-label={t(`preview:move.${kind}`)}
      aria-disabled={'refusal' in moveView(kind, state.first, pageCount) || undefined}
      onClick={() => move(kind)}
    >
      {children}
    </button>
  );
  return (
    <div className="preview-nav" role="group" aria-label={t('preview:navigation')}>
      <div className="toolbar">
        {button('first', <><Icon name="first" /><span className="sr-phone">{t('preview:move.first')}</span></>)}
        {button('previous5', <span>−5</span>, true)}
        {button('previous1', <><Icon name="chevron-left" /><span className="sr-phone">{t('preview:previous')}</span></>)}
      </div>
      <Jump preview={preview} state={state} />
      <div className="toolbar">
        {button('next1', <><span className="sr-phone">{t('preview:next')}</span><Icon name="chevron-right" /></>)}
        {button('next5', <span>+5</span>, true)}
        {button('last', <><span className="sr-phone">{t('preview:move.last')}</span><Icon name="last" /></>)}
      </div>
    </div>
  );
}

/** A number from 1 to the page count; anything else is refused by name (A9-29, A9-30). */
function Jump({ preview, state }: { preview: Preview; state: PreviewState }) {
  const t = useTexts();
  const { pageCount } = state.answer.header;
  const [entered, setEntered] = useState(String(state.first));
  const jump = (event: FormEvent): void => {
    event.preventDefault();
    const page = pageToJumpTo(entered, pageCount);
    if (page === undefined) void showAlert(t('preview:noSuchPage', { entered }));
    else void preview.showFrom(startShowing(page, pageCount));
  };
  return (
    <form className="preview-nav__jump" noValidate onSubmit={jump}>
      <label className="label sr-phone" htmlFor="jump">
        {t('preview:jump')}
      </label>
      <input
        className="input input--num"
        id="jump"
        type="number"
        min={1}
        max={pageCount}
        step={1}
        value={entered}
        onChange={({ target }) => setEntered(target.value)}
      />
      <button className="btn btn--sm" type="submit">
        {t('preview:go')}
      </button>
    </form>
  );
}
