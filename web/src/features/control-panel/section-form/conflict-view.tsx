import { useState } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import { saveTimeText } from '../../../shared/save-time.js';
import { useCounty } from '../../../shared/state/selectors.js';
import { Notice } from '../../../ui/components/notice.js';
import type { AnyPage } from './described-fields.js';
import { differencesOf, mergedSection, type Difference } from './merge.rules.js';
import { saverName } from './saver.js';
import type { Conflict, SectionFormInHand } from './use-section-form.js';

interface ConflictViewProps {
  page: AnyPage;
  conflict: Conflict;
  form: SectionFormInHand;
}

/**
 * Shows both values of each field that two people changed, so that a save never overwrites a change that the user has
 * not seen.
 */
export function ConflictView({ page, conflict, form }: ConflictViewProps) {
  const t = useTexts();
  const { timeZone } = useCounty().county;
  const { theirs } = conflict;
  const ways = { opened: conflict.opened, mine: conflict.mine, theirs: theirs.value };
  const differences = differencesOf(t, page, ways);
  const asked = differences.filter(({ by }) => by === 'both');
  const [mine, setMine] = useState<ReadonlySet<string>>(new Set());
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set());
  const [missing, setMissing] = useState(false);
  const who = {
    who: saverName(t, theirs.savedBy),
    time: saveTimeText(t, theirs.savedAt ?? '1970-01-01T00:00:00Z', timeZone),
  };
  const choose = (path: string, isMine: boolean): void => {
    setAnswered((before) => new Set([...before, path]));
    setMine((before) => new Set([...before].filter((each) => each !== path).concat(isMine ? path : [])));
    setMissing(false);
  };
  const save = (): void => {
    if (asked.some(({ path }) => !answered.has(path))) return setMissing(true);
    void form.saveMerged(mergedSection(ways, differences, (path) => mine.has(path)));
  };
  return (
    <div className="stack">
      <Notice tone="warning" title={t('panel:conflict.title', who)}>
        <p>
          {t(asked.length > 0 ? 'panel:conflict.choose' : 'panel:conflict.nothingToChoose', {
            count: asked.length,
          })}
        </p>
      </Notice>
      <div className="form" role="group" aria-label={t('panel:conflict.choices')}>
        {asked.map((difference) => (
          <Question
            key={difference.path}
            difference={difference}
            who={who}
            chosen={
              answered.has(difference.path) ? (mine.has(difference.path) ? 'mine' : 'theirs') : undefined
            }
            choose={choose}
          />
        ))}
        <Kept differences={differences} who={who} />
        {missing && (
          <p className="field-error" role="alert">
            {t('panel:conflict.missing')}
          </p>
        )}
        <div className="form-actions">
          <button
            className="btn btn--primary"
            type="button"
            aria-busy={form.status === 'LOADING' || undefined}
            onClick={save}
          >
            {t('panel:conflict.save')}
          </button>
          <button className="btn" type="button" onClick={form.dropMine}>
            {t('panel:conflict.drop')}
          </button>
        </div>
      </div>
    </div>
  );
}

interface Who extends Record<string, unknown> {
  who: string;
  time: string;
}

interface QuestionProps {
  difference: Difference;
  who: Who;
  chosen: 'mine' | 'theirs' | undefined;
  choose(path: string, isMine: boolean): void;
}

function Question({ difference, who, chosen, choose }: QuestionProps) {
  const t = useTexts();
  const { path, label, opened, mine, theirs } = difference;
  const choices = [
    { of: 'mine', value: mine, source: t('panel:conflict.yours') },
    { of: 'theirs', value: theirs, source: t('panel:conflict.theirs', who) },
  ] as const;
  return (
    <fieldset>
      <legend className="label">{label}</legend>
      <span className="hint">{t('panel:conflict.opened', { value: opened })}</span>
      <div className="versus">
        {choices.map(({ of, value, source }) => (
          <label className="choice" key={of}>
            <input
              className="radio"
              type="radio"
              name={`conflict-${path}`}
              checked={chosen === of}
              onChange={() => choose(path, of === 'mine')}
            />{' '}
            <span>
              <span className="strong fig lines">{value}</span>
              <span className="small muted lines">{source}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Lists the fields that only one of the two people changed; these changes are kept. */
function Kept({ differences, who }: { differences: readonly Difference[]; who: Who }) {
  const t = useTexts();
  const kept = differences.filter(({ by }) => by !== 'both');
  if (kept.length === 0) return null;
  return (
    <div>
      <p className="hint">{t('panel:conflict.kept')}</p>
      <ul className="hint">
        {kept.map(({ path, label, opened, mine, theirs, by }) => (
          <li className="lines" key={path}>
            {t(by === 'me' ? 'panel:conflict.keptMine' : 'panel:conflict.keptTheirs', {
              ...{ ...who, label, from: opened },
              to: by === 'me' ? mine : theirs,
            })}
          </li>
        ))}
      </ul>
    </div>
  );
}
