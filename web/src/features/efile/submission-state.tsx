import type { SubmissionState } from '@portal/proto/http/submissions';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { momentOf } from '../../shared/moments.js';
import { useCounty } from '../../shared/state/selectors.js';

const tones: Partial<Record<SubmissionState, string>> = {
  RECORDED: ' badge--success',
  CORRECTION_ASKED: ' badge--warning',
  REJECTED: ' badge--error',
};

export function StateBadge({ state }: { state: SubmissionState }) {
  const t = useTexts();
  return <span className={`badge${tones[state] ?? ''}`}>{t(`submissions:states.${state}`)}</span>;
}

/** Shows a time in the county's time zone; shows nothing for ''. */
export function Moment({ at }: { at: string }) {
  const { timeZone } = useCounty().county;
  if (at === '') return null;
  const { date, time } = momentOf(at, timeZone);
  return (
    <>
      {date} <span className="muted">{time}</span>
    </>
  );
}
