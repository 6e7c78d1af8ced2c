import { Fragment, useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { areKeysOn, switchKeys } from '../../shared/single-keys.js';
import { Dialog } from '../../ui/components/dialog.js';

const alwaysOn = [
  ['↑ ↓', 'move'],
  ['Enter', 'enter'],
  ['Esc', 'escape'],
] as const;
const single = [
  ['I', 'image'],
  ['N', 'next'],
  ['P', 'previous'],
  ['S', 'select'],
  ['M', 'map'],
  ['G', 'pages'],
  ['?', 'help'],
] as const;

/** The keyboard shortcuts of list, details and preview. Single-key shortcuts can be switched off (WCAG 2.1.4). */
export function KeysCard({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const [on, setOn] = useState(areKeysOn);
  return (
    <Dialog
      title={t('workbench:keys.title')}
      onClose={onClose}
      foot={
        <button className="btn btn--primary" type="button" onClick={onClose}>
          {t('shell:close')}
        </button>
      }
    >
      <dl className="facts">
        {[...alwaysOn, ...single].map(([key, does]) => (
          <Fragment key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(`workbench:keys.${does}`)}</dd>
          </Fragment>
        ))}
      </dl>
      <label className="choice">
        <input
          className="check"
          type="checkbox"
          checked={on}
          onChange={({ target }) => {
            switchKeys(target.checked);
            setOn(target.checked);
          }}
        />{' '}
        {t('workbench:keys.on')}
      </label>
    </Dialog>
  );
}
