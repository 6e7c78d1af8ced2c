import type { AccountOverview as Overview } from '@portal/proto/http/accounts';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { Icon } from '../../ui/components/icon.js';
import { Link } from '../../ui/components/link.js';
import { Notice } from '../../ui/components/notice.js';
import { useAccountOverviewQuery } from './accounts.api.js';
import { cashierPathOf, usersPathOf } from './accounts.rules.js';

/** What an account has and what it owes, with the ways to its money and its users. */
export function AccountOverview({ id, name }: { id: string; name: string }) {
  const t = useTexts();
  const { currentData: data, isError } = useAccountOverviewQuery(id, { refetchOnMountOrArgChange: true });
  if (isError) return <Notice tone="error" title={t('accounts:overview.failed')} />;
  if (!data) return null;
  return (
    <section className="stack" aria-label={t('accounts:overview.label')}>
      <Facts overview={data} />
      <div className="form-actions">
        <Link className="btn" to={cashierPathOf(id)}>
          <Icon name="bank" /> {t('accounts:cashier')}
        </Link>
        <Link className="btn" to={usersPathOf(id, name)}>
          <Icon name="users" /> {t('accounts:users', { count: data.userCount })}
        </Link>
      </div>
    </section>
  );
}

function Facts({ overview: { escrow, images, due } }: { overview: Overview }) {
  const t = useTexts();
  return (
    <dl className="facts">
      {escrow && (
        <>
          <dt>{t('accounts:overview.balance')}</dt>
          <dd className="num strong">{escrow.balance}</dd>
        </>
      )}
      {escrow && escrow.held !== '' && (
        <>
          <dt>{t('accounts:overview.held')}</dt>
          <dd className="num">{escrow.held}</dd>
          <dt>{t('accounts:overview.free')}</dt>
          <dd className="num">{escrow.free}</dd>
        </>
      )}
      {images && (
        <>
          <dt>{t('accounts:overview.images')}</dt>
          <dd>
            {images.unlimited
              ? t('accounts:overview.unlimited')
              : t('accounts:reloadPage.images', { count: images.left })}
          </dd>
        </>
      )}
      <dt>{t('accounts:overview.due')}</dt>
      <dd className="num">{due === '' ? t('accounts:overview.nothing') : due}</dd>
    </dl>
  );
}
