import { useTexts } from '../../../shared/i18n/use-texts.js';
import { momentOf } from '../../../shared/moments.js';
import { useCounty, useUser } from '../../../shared/state/selectors.js';
import { Icon } from '../../../ui/components/icon.js';
import { Link } from '../../../ui/components/link.js';
import { ListTable } from '../../../ui/components/list-room.js';
import { Cell, ColumnHead, Row, RowHead, TableBody, TableHead } from '../../../ui/components/table.js';
import { saverName } from '../section-form/saver.js';
import { Checklist } from './checklist.js';
import { PageLink } from './page-link.js';
import { PlannedTable } from './planned-table.js';
import { SettingsSearch } from './settings-search.js';
import { useSectionStandingsQuery, type Standing } from './start.api.js';
import { useSetup } from './use-setup.js';
import { useSettings } from './use-settings.js';
import './start-page.css';

/** /controlPanel/start: search over all settings, missing settings, planned and recent changes. */
export function StartPage() {
  const t = useTexts();
  const { common } = useCounty();
  const role = useUser()?.role ?? 'USER';
  const settings = useSettings(t, role);
  const setup = useSetup();
  const missing = setup.items?.filter(({ state }) => state === 'MISSING') ?? [];
  const [next] = missing;
  return (
    <div className="content content--center stack">
      <div className="page-head">
        <div className="page-head__text">
          <h1 tabIndex={-1}>{t('panel-shell:title')}</h1>
          {setup.items && (
            <p>
              {missing.length === 0
                ? t('panel-shell:start.lead', { county: common.countyName })
                : t('panel-shell:start.leadMissing', { county: common.countyName, count: missing.length })}
            </p>
          )}
        </div>
        <div className="page-head__actions">
          <Link className="btn" to="/home">
            <Icon name="eye" /> {t('panel-shell:start.seePublic')}
          </Link>
          {next?.page && (
            <Link className="btn btn--primary" to={next.page.to}>
              {t('panel-shell:start.continue', { item: t(`panel-shell:check.${next.name}`) })}
            </Link>
          )}
        </div>
      </div>
      <SettingsSearch settings={settings} />
      <Checklist setup={setup} />
      <Planned />
      <LastChanges />
    </div>
  );
}

function Planned() {
  const t = useTexts();
  return (
    <section className="stack__section" aria-labelledby="h-plan">
      <h2 id="h-plan">{t('panel-shell:start.planned')}</h2>
      <PlannedTable />
    </section>
  );
}

const shownMoment = (iso: string, timeZone: string): string => {
  const { date, time } = momentOf(iso, timeZone);
  return `${date} ${time}`;
};

/** Number of recent changes that the page shows. */
const shownChanges = 5;

const newestFirst = (standings: readonly Standing[]): (Standing & { savedAt: string })[] =>
  standings
    .filter((each): each is Standing & { savedAt: string } => each.savedAt !== null && each.version > 0)
    .sort((a, b) => (a.savedAt < b.savedAt ? 1 : -1))
    .slice(0, shownChanges);

/** The last changes of all pages; the history of each page has the details. */
function LastChanges() {
  const t = useTexts();
  const { timeZone } = useCounty().county;
  const { data, isSuccess } = useSectionStandingsQuery(undefined, { refetchOnMountOrArgChange: true });
  const changes = newestFirst(data ?? []);
  return (
    <section className="stack__section" aria-labelledby="h-last">
      <h2 id="h-last">{t('panel-shell:start.last')}</h2>
      {isSuccess && changes.length === 0 && <p className="muted">{t('panel-shell:start.nothingSaved')}</p>}
      {changes.length > 0 && (
        <ListTable columns={3}>
          <caption className="sr">{t('panel-shell:start.lastCaption')}</caption>
          <TableHead>
            <Row>
              <ColumnHead>{t('panel-shell:start.page')}</ColumnHead>
              <ColumnHead>{t('panel-shell:start.when')}</ColumnHead>
              <ColumnHead>{t('panel-shell:start.who')}</ColumnHead>
            </Row>
          </TableHead>
          <TableBody>
            {changes.map(({ name, savedAt, savedBy }) => (
              <Row key={name}>
                <RowHead>
                  <PageLink section={name} />
                </RowHead>
                <Cell className="nowrap fig">{shownMoment(savedAt, timeZone)}</Cell>
                <Cell>{saverName(t, savedBy)}</Cell>
              </Row>
            ))}
          </TableBody>
        </ListTable>
      )}
    </section>
  );
}
