import { useState } from 'react';
import { isLs1Active, lostLs1Values, type Ls1Kind } from '@portal/proto/http/ls1';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import { usePageTitle } from '../../../shared/use-page-title.js';
import { usePolling } from '../../../shared/use-polling.js';
import { EmptyState } from '../../../ui/components/empty-state.js';
import { PageHead } from '../../../ui/components/page-head.js';
import { Ls1Facts, Ls1Refusals } from './ls1-facts.js';
import { Ls1Form } from './ls1-form.js';
import { pollingOf } from './ls1.rules.js';
import { useLs1MigrationQuery } from './ls1.api.js';

/** /controlPanel/LandSharkOneAccountsUsers (C8-01). */
export const Ls1AccountsUsersScreen = () => <Ls1Screen kind="ACCOUNTS_USERS" />;

/** /controlPanel/LandSharkOneAuditLog (C8-10). */
export const Ls1AuditLogScreen = () => <Ls1Screen kind="AUDIT_LOG" />;

/** The form of a migration, with the progress of the newest one. */
function Ls1Screen({ kind }: { kind: Ls1Kind }) {
  const t = useTexts();
  const texts = `operations:ls1.${kind === 'AUDIT_LOG' ? 'audit' : 'accounts'}`;
  usePageTitle(t(`${texts}.title`));
  const [polling, setPolling] = useState(0);
  const { data, isError, refetch } = useLs1MigrationQuery(kind, {
    refetchOnMountOrArgChange: true,
    pollingInterval: usePolling(polling),
  });
  const wanted = pollingOf(data?.current);
  if (data && wanted !== polling) setPolling(wanted);
  const current = data?.current;
  const onChanged = (): void => void refetch();
  return (
    <div className="content content--center stack">
      <PageHead title={t(`${texts}.title`)} lead={t(`${texts}.lead`)} />
      <Ls1Form kind={kind} busy={current ? isLs1Active(current.state) : false} onBegun={onChanged} />
      {isError && !data && (
        <EmptyState icon="error" failed title={t('operations:ls1.failed')}>
          <button className="btn" type="button" onClick={onChanged}>
            {t('operations:ls1.again')}
          </button>
        </EmptyState>
      )}
      {current === null && <p>{t('operations:ls1.never')}</p>}
      {current && <Ls1Facts migration={current} onCanceled={onChanged} />}
      {current && current.refused > 0 && (
        <Ls1Refusals key={`${current.id} rows`} migration={current} list="ROWS" />
      )}
      {current && lostLs1Values(current) > 0 && (
        <Ls1Refusals key={`${current.id} values`} migration={current} list="VALUES" />
      )}
    </div>
  );
}
