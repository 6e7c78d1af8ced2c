import { useTexts } from '../shared/i18n/use-texts.js';
import { useUser } from '../shared/state/selectors.js';
import { Icon } from '../ui/components/icon.js';
import { Link } from '../ui/components/link.js';
import { purchasesOf } from './layout/navigation.js';

interface SavedNoteProps {
  /** Name of the saved file. */
  file: string;
  /** True if the file has bought pages, which can be downloaded again. */
  bought: boolean;
  onClose(): void;
}

/** Shown after a successful download: says where the file is, and that bought pages can be downloaded again. */
export default function SavedNote({ file, bought, onClose }: SavedNoteProps) {
  const t = useTexts();
  const offered = purchasesOf(useUser()?.role);
  const purchases = bought ? offered : undefined;
  return (
    <div className="banner banner--success">
      <Icon name="check-circle" />
      <p>
        {t('order:saved', { file })} {purchases && t('order:kept')}{' '}
        {purchases && <Link to={purchases.to}>{t(purchases.text)}</Link>}
      </p>
      <button className="btn btn--quiet btn--icon btn--sm" type="button" onClick={onClose}>
        <Icon name="close" />
        <span className="sr">{t('shell:close')}</span>
      </button>
    </div>
  );
}
