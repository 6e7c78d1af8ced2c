import { useTexts } from '../../../shared/i18n/use-texts.js';
import { Icon } from '../../../ui/components/icon.js';
import { Link } from '../../../ui/components/link.js';
import { Notice } from '../../../ui/components/notice.js';
import { ListTable } from '../../../ui/components/list-room.js';
import { Cell, ColumnHead, Row, RowHead, TableBody, TableHead } from '../../../ui/components/table.js';
import type { ChecklistItem, ItemState } from './checklist.rules.js';
import type { useSetup } from './use-setup.js';

const signs: Record<ItemState, { tone: string; icon: string }> = {
  DONE: { tone: 'success', icon: 'check-circle' },
  MISSING: { tone: 'warning', icon: 'warning' },
};

/** The items that a county needs before its first sale; each links to its field. */
export function Checklist({ setup: { items, isError, refetch } }: { setup: ReturnType<typeof useSetup> }) {
  const t = useTexts();
  const done = items?.filter(({ state }) => state !== 'MISSING').length ?? 0;
  return (
    <section className="stack__section" aria-labelledby="h-setup">
      <h2 id="h-setup">{t('panel-shell:start.setup')}</h2>
      {isError && (
        <Notice tone="error" title={t('panel-shell:start.failed')}>
          <button className="btn btn--sm" type="button" onClick={refetch}>
            {t('panel-shell:start.again')}
          </button>
        </Notice>
      )}
      {!items && !isError && (
        <p className="muted" role="status">
          {t('panel-shell:start.loading')}
        </p>
      )}
      {items && (
        <>
          <div className="progress content--form">
            <div className="progress__text">
              <label htmlFor="setup">{t('panel-shell:start.progress', { done, all: items.length })}</label>
            </div>
            <progress id="setup" value={done} max={items.length} />
          </div>
          <ListTable columns={4}>
            <caption className="sr">{t('panel-shell:start.checklist')}</caption>
            <TableHead>
              <Row>
                <ColumnHead>{t('panel-shell:start.item')}</ColumnHead>
                <ColumnHead>{t('panel-shell:start.state')}</ColumnHead>
                <ColumnHead>{t('panel-shell:start.there')}</ColumnHead>
                <ColumnHead>{t('panel-shell:start.setting')}</ColumnHead>
              </Row>
            </TableHead>
            <TableBody>
              {items.map((item) => (
                <ItemRow key={item.name} item={item} />
              ))}
            </TableBody>
          </ListTable>
        </>
      )}
    </section>
  );
}

function ItemRow({ item: { name, state, text, params, page } }: { item: ChecklistItem }) {
  const t = useTexts();
  const { tone, icon } = signs[state];
  return (
    <Row>
      <RowHead className="nowrap">{t(`panel-shell:check.${name}`)}</RowHead>
      <Cell className="nowrap">
        <span className={`badge badge--${tone}`}>
          <Icon name={icon} /> {t(`panel-shell:check.${state}`)}
        </span>
      </Cell>
      <Cell>{t(text, params)}</Cell>
      <Cell>
        {page && (
          <Link className="btn btn--quiet btn--sm nowrap" to={page.to}>
            {t(page.title)}
          </Link>
        )}
      </Cell>
    </Row>
  );
}
