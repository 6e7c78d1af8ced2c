import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.js';
import type { SearchAddress } from '../../shared/search-address.js';
import { Icon } from '../../ui/components/icon.js';

const ExportFormats = lazy(async () => ({
  default: (await import('./export-formats.js')).ExportFormats,
}));

/** Downloads the whole list as a file (B8-11, B8-12). */
export function ExportMenu({ address }: { address: SearchAddress }) {
  const t = useTexts();
  /** Undefined until the menu is opened for the first time. */
  const [open, setOpen] = useState<boolean>();
  const button = useRef<HTMLButtonElement>(null);
  const anchor = useRef<HTMLDivElement>(null);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  useEffect(() => {
    if (!open) return undefined;
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
        aria-expanded={open ?? false}
        onClick={() => setOpen(!open)}
      >
        <Icon name="download" /> <span className="tool__text">{t('results:download.download')}</span>
      </button>
      <Suspense>
        {open !== undefined && <ExportFormats address={address} open={open} onClose={close} />}
      </Suspense>
    </div>
  );
}
