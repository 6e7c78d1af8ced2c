import type { AccountMail as Mail, MailOutcome } from '@portal/proto/http/account-mail';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { momentOf } from '../../shared/moments.js';
import { useCounty } from '../../shared/state/selectors.js';
import { Icon } from '../../ui/components/icon.js';
import { Notice } from '../../ui/components/notice.js';
import { useAccountMailQuery } from './accounts.api.js';

/** Shows the last e-mail to a user of the account: what it was about, to whom it went, and what became of it. */
export function AccountMail({ id }: { id: string }) {
  const t = useTexts();
  const query = useAccountMailQuery(id, { refetchOnMountOrArgChange: true });
  const { currentData: data, isError, refetch } = query;
  if (isError)
    return (
      <Notice tone="error" title={t('accounts:mail.failed')}>
        <button className="btn btn--sm" type="button" onClick={() => void refetch()}>
          {t('accounts:mail.again')}
        </button>
      </Notice>
    );
  if (!data) return null;
  if (!data.last) return <p className="muted">{t('accounts:mail.none')}</p>;
  return (
    <>
      <h2>{t('accounts:mail.title')}</h2>
      <MailFacts mail={data.last} />
    </>
  );
}

const badges = {
  SENT: { icon: 'check-circle', tone: 'success' },
  WAITING: { icon: 'clock', tone: 'warning' },
  REFUSED: { icon: 'error', tone: 'error' },
  GIVEN_UP: { icon: 'error', tone: 'error' },
  DROPPED: { icon: 'error', tone: 'error' },
} as const satisfies Record<MailOutcome, object>;

function MailFacts({ mail: { kind, username, email, at, outcome } }: { mail: NonNullable<Mail['last']> }) {
  const t = useTexts();
  const { timeZone } = useCounty().county;
  const { date, time } = momentOf(at, timeZone);
  const { icon, tone } = badges[outcome];
  return (
    <dl className="facts">
      <dt>{t('accounts:mail.about')}</dt>
      <dd>{t(`accounts:mail.kind.${kind}`)}</dd>
      <dt>{t('accounts:mail.to')}</dt>
      <dd>
        {email} ({username})
      </dd>
      <dt>{t('accounts:mail.when')}</dt>
      <dd>
        {date} {time}
      </dd>
      <dt>{t('accounts:mail.delivery')}</dt>
      <dd className="fact-with-link">
        <span className={`badge badge--${tone}`}>
          <Icon name={icon} /> {t(`accounts:mail.outcome.${outcome}`)}
        </span>
        <span>{t(`accounts:mail.advice.${outcome}`)}</span>
      </dd>
    </dl>
  );
}
