import type { ComponentProps } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useListLeft } from '../../shared/use-list-left.js';
import { Link } from '../../ui/components/link.js';
import { NotLoaded } from '../../ui/components/not-loaded.js';
import { accountsPath } from './accounts.rules.js';

export function AccountPending() {
  const t = useTexts();
  return (
    <p className="sr" role="status">
      {t('ui:loading')}
    </p>
  );
}

interface AccountMissingProps {
  title: string;
  text: string;
  query: ComponentProps<typeof NotLoaded>['query'];
}

/** Shown when an account cannot be loaded; there is no alert (C0-36, C0-37). */
export function AccountMissing({ title, text, query }: AccountMissingProps) {
  const t = useTexts();
  const list = useListLeft(accountsPath);
  return (
    <div className="content content--center stack">
      <h1 tabIndex={-1}>{title}</h1>
      <NotLoaded query={query} icon="bank" missing={text}>
        <Link className="btn" to={list}>
          {t('accounts:entry.back')}
        </Link>
      </NotLoaded>
    </div>
  );
}
