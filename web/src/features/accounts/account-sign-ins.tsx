import { signInDays as days, type AccountSignIns as SignIns } from '@portal/proto/http/accounts';
import type { ReportName } from '@portal/proto/http/reports';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { momentOf } from '../../shared/moments.js';
import { useCounty } from '../../shared/state/selectors.js';
import { Notice } from '../../ui/components/notice.js';
import { AccountReportLink } from './account-report-link.js';
import { useAccountSignInsQuery } from './accounts.api.js';

interface AccountSignInsProps {
  id: string;
  name: string;
  /** The reports that the county has switched on. */
  offered: readonly ReportName[];
}

/** Shows how often the account's users lately logged in or were refused, and the reason for the last refusal. */
export function AccountSignIns({ id, name, offered }: AccountSignInsProps) {
  const t = useTexts();
  const query = useAccountSignInsQuery(id, { refetchOnMountOrArgChange: true });
  const { currentData: data, isError, refetch } = query;
  if (isError)
    return (
      <Notice tone="error" title={t('accounts:signIns.failed')}>
        <button className="btn btn--sm" type="button" onClick={() => void refetch()}>
          {t('accounts:signIns.again')}
        </button>
      </Notice>
    );
  if (!data) return null;
  if (data.signedIn + data.refused === 0)
    return <p className="muted">{t('accounts:signIns.none', { days })}</p>;
  return (
    <>
      <h2>{t('accounts:signIns.title', { days })}</h2>
      <Counts signIns={data} />
      <p>
        <AccountReportLink
          {...{ offered, days, until: data.until }}
          report="ACCOUNT"
          criteria={{ accountName: name, logInformation: 'SIGN_IN' }}
        >
          {t('accounts:signIns.report')}
        </AccountReportLink>
      </p>
    </>
  );
}

function Counts({ signIns: { signedIn, refused, lastRefusal } }: { signIns: SignIns }) {
  const t = useTexts();
  const { timeZone } = useCounty().county;
  const last = lastRefusal && { ...lastRefusal, ...momentOf(lastRefusal.at, timeZone) };
  return (
    <dl className="facts">
      <dt>{t('accounts:signIns.signedIn')}</dt>
      <dd>{t('accounts:signIns.times', { count: signedIn })}</dd>
      <dt>{t('accounts:signIns.refused')}</dt>
      <dd>{t('accounts:signIns.times', { count: refused })}</dd>
      {last && (
        <>
          <dt>{t('accounts:signIns.lastRefusal')}</dt>
          <dd>
            {last.username}, {last.date} {last.time}
            <br />
            {t(`accounts:signIns.reason.${last.reason}`)}
          </dd>
        </>
      )}
    </dl>
  );
}
