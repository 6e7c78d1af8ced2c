import { useTexts } from '../../../shared/i18n/use-texts.js';
import { usePolling } from '../../../shared/use-polling.js';
import { page } from '../pages/user-purge-schedule.js';
import { SectionForm } from '../section-form/section-form.js';
import { NotLoaded, ScheduleFacts } from './purge-standing.js';
import { useUserPurgeQuery } from './purges.api.js';

const LOOK_AGAIN_MS = 15_000;

/** /controlPanel/userPurgeSchedule: the settings, the time of the next purge, and the result of the last purge. */
export function UserPurgeScheduleScreen() {
  const t = useTexts();
  const { data, isError, refetch } = useUserPurgeQuery(undefined, {
    refetchOnMountOrArgChange: true,
    pollingInterval: usePolling(LOOK_AGAIN_MS),
  });
  const last = [data?.current, data?.last].find((purge) => purge?.state === 'DONE') ?? undefined;
  const result = last ? `${t('operations:purge.users.deleted')}: ${last.deleted}` : '';
  return (
    <>
      <SectionForm page={page} />
      <div className="content content--form stack">
        {isError && !data && <NotLoaded onAgain={() => void refetch()} />}
        {data && <ScheduleFacts next={data.next} last={last} result={result} />}
      </div>
    </>
  );
}
