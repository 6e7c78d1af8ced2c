import { useTexts } from '../../shared/i18n/use-texts.js';
import { useListLeft } from '../../shared/use-list-left.js';
import { EmptyState } from '../../ui/components/empty-state.js';
import { Link } from '../../ui/components/link.js';
import { accountsPath } from './accounts.rules.js';

export function AccountPending() {
  const t = useTexts();
  return (
    <p className="sr" role="status">
      {t('ui:loading')}
    </p>
  );
}

/** Shown when an account cannot be loaded. Says only that the account was not found (C0-36, C0-37). */
export function AccountMissing({ title, text }: { title: string; text: string }) {
  const t = useTexts();
  const list = useListLeft(accountsPath);
  return (
    <div className="content content--center stack">
      <h1 tabIndex={-1}>{title}</h1>
      <EmptyState icon="bank" title={text}>
        <Link className="btn" to={list}>
          {t('accounts:entry.back')}
        </Link>
      </EmptyState>
    </div>
  );
}
