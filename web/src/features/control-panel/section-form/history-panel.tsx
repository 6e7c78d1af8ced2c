import { useCallback, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import { momentOf } from '../../../shared/moments.js';
import { useCounty } from '../../../shared/state/selectors.js';
import { Icon } from '../../../ui/components/icon.js';
import { ChangeList } from './change-list.js';
import { changesBetween } from './changes.rules.js';
import type { AnyPage } from './described-fields.js';
import { PutBackQuestion } from './put-back-question.js';
import { saverName } from './saver.js';
import { useLazySectionVersionsQuery, type SectionVersion } from './section-form.api.js';
import type { SectionFormInHand } from './use-section-form.js';
import type { Values } from './values.rules.js';

interface HistoryPanelProps {
  page: AnyPage;
  form: SectionFormInHand;
  onClose(): void;
}

/** The number of versions that are shown at first, and that each press of 'Show earlier versions' adds. */
const shownAtOnce = 5;

/** The versions of a section, newest first. Earlier versions are loaded on request. */
function useVersions(page: AnyPage, current: number) {
  const [load] = useLazySectionVersionsQuery();
  const [versions, setVersions] = useState<readonly SectionVersion[]>([]);
  const [shown, setShown] = useState(shownAtOnce);
  const section = page.section;
  useEffect(() => {
    let isCurrent = true;
    void load({ section }).then(({ data }) => {
      if (isCurrent && data) setVersions(data);
    });
    return () => {
      isCurrent = false;
    };
    // `current` is a dependency so that the list is loaded again after each save
  }, [load, section, current]);
  const last = versions.at(-1)?.version ?? 1;
  const more = async (): Promise<void> => {
    setShown((count) => count + shownAtOnce);
    // loads one version more than is shown, because a version is shown as its difference from the previous version
    if (shown + shownAtOnce + 1 <= versions.length || last <= 1) return;
    const { data = [] } = await load({ section, before: last });
    setVersions((before) => [...before, ...data]);
  };
  return { versions, shown, hasMore: shown < versions.length || last > 1, more };
}

/**
 * The history of a page: each change with its person, time and reason. 'Put back' saves an old version again, as the
 * newest one.
 */
export function HistoryPanel({ page, form, onClose }: HistoryPanelProps) {
  const t = useTexts();
  const { opened } = form;
  const { versions, shown, hasMore, more } = useVersions(page, opened.version);
  const [asked, setAsked] = useState<SectionVersion>();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const close = useCallback(() => setAsked(undefined), []);
  return (
    <section className="section-history" aria-labelledby="history-title">
      <div className="section-history__head">
        <h2 id="history-title" tabIndex={-1} ref={heading}>
          {t('panel:history.title')}
        </h2>
        <button className="btn btn--quiet btn--sm" type="button" onClick={onClose}>
          <Icon name="close" small /> {t('panel:history.close')}
        </button>
      </div>
      <p className="small muted">
        {opened.version === 0 ? t('panel:history.none') : t('panel:history.lead', { count: opened.version })}
      </p>
      <ol className="recent" reversed>
        {versions.slice(0, shown).map((version, at) => (
          <Version
            key={version.version}
            {...{ page, version, opened }}
            before={versions[at + 1]?.value ?? (version.version === 1 ? opened.defaults : undefined)}
            onPutBack={() => setAsked(version)}
          />
        ))}
        {!hasMore && opened.version > 0 && (
          <StartValues onPutBack={() => setAsked({ ...startVersion, value: opened.defaults })} />
        )}
      </ol>
      {hasMore && versions.length > 0 && (
        <button className="btn btn--quiet btn--sm" type="button" onClick={() => void more()}>
          {t('panel:history.more')}
        </button>
      )}
      {asked && <PutBackQuestion {...{ page, form }} version={asked} onClose={close} />}
    </section>
  );
}

/** Stands for the defaults with which each county begins; the server stores no version for them. */
const startVersion = { version: 0, savedAt: null, savedBy: '', reason: '' };

/** The settings before the first change, as the last entry of History, so that they can be put back too. */
function StartValues({ onPutBack }: { onPutBack(): void }) {
  const t = useTexts();
  return (
    <li>
      <div className="recent__head">
        <h3>{t('panel:history.start')}</h3>
      </div>
      <p className="small muted">{t('panel:history.startLead')}</p>
      <button className="btn btn--sm" type="button" onClick={onPutBack}>
        {t('panel:history.putBack')}
        <span className="sr"> {t('panel:history.start')}</span>
      </button>
    </li>
  );
}

interface VersionProps {
  page: AnyPage;
  version: SectionVersion;
  opened: SectionFormInHand['opened'];
  /** The values of the previous version; undefined while they are not loaded. */
  before: Values | undefined;
  onPutBack(): void;
}

function Version({ page, version, opened, before, onPutBack }: VersionProps) {
  const t = useTexts();
  const { timeZone } = useCounty().county;
  const { date, time } = momentOf(version.savedAt ?? '1970-01-01T00:00:00Z', timeZone);
  const isCurrent = version.version === opened.version;
  // a field that did not exist yet when a version was saved gets its default
  const filled = (values: Values): Values => ({ ...opened.defaults, ...values });
  return (
    <li>
      <div className="recent__head">
        <h3>{t('panel:history.version', { n: version.version })}</h3>
        {isCurrent && (
          <span className="badge badge--success">
            <Icon name="check-circle" /> {t('panel:history.inEffect')}
          </span>
        )}
      </div>
      <p className="small muted fig">
        {t('panel:history.saved', { when: `${date} ${time}`, who: saverName(t, version.savedBy) })}
      </p>
      {before && (
        <ChangeList
          changes={changesBetween(t, page, filled(before), filled(version.value))}
          reason={version.reason}
        />
      )}
      {!isCurrent && (
        <button className="btn btn--sm" type="button" onClick={onPutBack}>
          {t('panel:history.putBack')}
          <span className="sr"> {t('panel:history.version', { n: version.version })}</span>
        </button>
      )}
    </li>
  );
}
