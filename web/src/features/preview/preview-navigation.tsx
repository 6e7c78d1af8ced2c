import { useState, type FormEvent } from 'react';
import { showAlert } from '../../shared/alerts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { Icon } from '../../ui/components/icon.js';
import { moveView, pageToJumpTo, startShowing, type Move } from './preview.rules.js';
import type { Preview, PreviewState } from './use-preview.js';

/** First, Prev 5, Prev 1, jump, Next 1, Next 5, Last (A9-11). Impossible moves show a message. */
export function PreviewNavigation({ preview, state }: { preview: Preview; state: PreviewState }) {
  const t = useTexts();
  const { pageCount } = state.answer.header;
  const move = (kind: Move): void => {
    const result = moveView(kind, state.first, pageCount);
    if ('first' in result) void preview.showFrom(result.first);
    else void showAlert(t(`preview:${result.refusal}`), 'INFO');
  };
  const button = (kind: Move, icon?: { name: string; after: boolean }) => (
    <button
      className={icon ? 'btn btn--sm' : 'btn btn--sm far'}
      type="button"
      aria-disabled={'refusal' in moveView(kind, state.first, pageCount) || undefined}
      onClick={() => move(kind)}
    >
      {icon && !icon.after && <Icon name={icon.name} />}
      <span className={icon && 'sr-phone'}>{t(`preview:move.${kind}`)}</span>
      {icon?.after && <Icon name={icon.name} />}
    </button>
  );
  return (
    <div className="preview-nav" role="group" aria-label={t('preview:navigation')}>
      <div className="toolbar">
        {button('first', { name: 'first', after: false })}
        {button('previous5')}
        {button('previous1', { name: 'chevron-left', after: false })}
      </div>
      <Jump preview={preview} state={state} />
      <div className="toolbar">
        {button('next1', { name: 'chevron-right', after: true })}
        {button('next5')}
        {button('last', { name: 'last', after: true })}
      </div>
    </div>
  );
}

/** The field that jumps to a page. Anything but a number from 1 to the page count opens an alert (A9-29, A9-30). */
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
