import { useEffect, useRef, type KeyboardEvent } from 'react';
import type { ExportFormat } from '@portal/proto/http/search-results';
import { useTexts } from '../../shared/i18n/use-texts.js';
import type { SearchAddress } from '../../shared/search-address.js';
import { useRefusedInView } from '../../shared/refused-in-view.js';
import { useShared } from '../../shared/state/selectors.js';
import { Icon } from '../../ui/components/icon.js';
import { useExport, wholeList } from './use-export.js';

const formats = ['CSV', 'XLSX'] as const satisfies ExportFormat[];

interface ExportFormatsProps {
  address: SearchAddress;
  open: boolean;
  /** Closes the menu and returns the focus to the button that opened it. */
  onClose(): void;
}

/**
 * The file formats of the list; the first entry gets the focus. The menu says that the whole list is saved, because the
 * server does not know the selection.
 */
export function ExportFormats({ address, open, onClose }: ExportFormatsProps) {
  const t = useTexts();
  const { make, progress } = useExport(address);
  const menu = useRef<HTMLDivElement>(null);
  const choose = (format: ExportFormat): void => {
    onClose();
    make(format, wholeList);
  };
  useEffect(() => {
    if (open) menu.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
  }, [open]);
  return (
    <>
      {open && (
        <div
          className="menu"
          role="menu"
          tabIndex={-1}
          ref={menu}
          aria-label={t('results:download.download')}
          onKeyDown={(event) => onMenuKey(event, onClose)}
        >
          <Formats onChoose={choose} />
        </div>
      )}
      {progress}
    </>
  );
}

function Formats({ onChoose }: { onChoose(format: ExportFormat): void }) {
  const t = useTexts();
  const total = useShared((state) => state.search.shown?.page.totalRecordCount ?? 0);
  const saved = t('results:print.all', { total });
  const refused = useRefusedInView();
  return (
    <div role="group" aria-label={saved}>
      <p className="menu__head" aria-hidden="true">
        {saved}
      </p>
      {formats.map((format) => (
        <button
          type="button"
          role="menuitem"
          tabIndex={-1}
          key={format}
          {...refused}
          onClick={() => onChoose(format)}
        >
          <Icon name="report" /> {t(`results:download.${format}`)}
        </button>
      ))}
    </div>
  );
}

/** Arrows move between the entries; Esc and Tab close the menu. */
const onMenuKey = (event: KeyboardEvent<HTMLElement>, close: () => void): void => {
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')];
  const at = entries.findIndex((entry) => entry === document.activeElement);
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step !== 0) entries[(at + step + entries.length) % entries.length]?.focus();
  else if (event.key === 'Escape' || event.key === 'Tab') close();
  else return;
  event.preventDefault();
};
