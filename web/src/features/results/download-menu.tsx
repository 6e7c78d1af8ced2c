import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { PrintFormat } from '@portal/proto/http/search-results';
import { useTexts } from '../../shared/i18n/use-texts.js';
import type { SearchAddress } from '../../shared/search-address.js';
import { Icon } from '../../ui/components/icon.js';
import { useExport, wholeList } from './use-export.js';

const formats = ['CSV', 'XLSX'] as const satisfies PrintFormat[];

/** The whole list as a file to work on (B8-11, B8-12). */
export function DownloadMenu({ address }: { address: SearchAddress }) {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  const { make, progress } = useExport(address);
  const button = useRef<HTMLButtonElement>(null);
  const anchor = useRef<HTMLDivElement>(null);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  useEffect(() => {
    if (!open) return undefined;
    anchor.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
    const onDown = (event: PointerEvent): void => {
      if (event.target instanceof Node && !anchor.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', onDown);
    return () => document.removeEventListener('pointerdown', onDown);
  }, [open]);
  return (
    <div className="menu-anchor" ref={anchor}>
      <button
        className="btn btn--quiet btn--sm"
        type="button"
        ref={button}
        title={t('results:download.download')}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name="download" /> <span className="tool__text">{t('results:download.download')}</span>
      </button>
      {open && (
        <div
          className="menu"
          role="menu"
          tabIndex={-1}
          aria-label={t('results:download.download')}
          onKeyDown={(event) => onMenuKey(event, close)}
        >
          {formats.map((format) => (
            <button
              type="button"
              role="menuitem"
              tabIndex={-1}
              key={format}
              onClick={() => {
                close();
                make(format, wholeList);
              }}
            >
              <Icon name="report" /> {t(`results:download.${format}`)}
            </button>
          ))}
        </div>
      )}
      {progress}
    </div>
  );
}

/** Arrows move between the entries, Esc and Tab close. */
const onMenuKey = (event: KeyboardEvent<HTMLElement>, close: () => void): void => {
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')];
  const at = entries.findIndex((entry) => entry === document.activeElement);
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step !== 0) entries[(at + step + entries.length) % entries.length]?.focus();
  else if (event.key === 'Escape' || event.key === 'Tab') close();
  else return;
  event.preventDefault();
};
