import { Fragment, useState } from 'react';
import { usDate } from '@portal/proto/dates';
import { purgeOutcomes, type PurgedUser, type UserPurge } from '@portal/proto/http/purges';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import { momentOf } from '../../../shared/moments.js';
import { useCounty } from '../../../shared/state/selectors.js';
import type { Column } from '../../../ui/components/data-table.js';
import { FoundList } from './found-list.js';
import { PurgeFacts } from './purge-standing.js';
import { usePurgedUsersQuery } from './purges.api.js';

const doneOf = ({ state, checked, deleted }: UserPurge): number => (state === 'CHECKING' ? checked : deleted);

/** The figures of a purge of users. */
export function UserPurgeFacts({ purge }: { purge: UserPurge }) {
  const t = useTexts();
  const isOver = purge.state === 'DONE';
  const left = Object.values(purge.kept).reduce<number>((rest, count) => rest - (count ?? 0), purge.found);
  return (
    <PurgeFacts
      title={t('operations:purge.users.standing')}
      purge={purge}
      progress={{ label: t('operations:purge.users.progress'), done: doneOf(purge), of: purge.found }}
    >
      <dt>{t('operations:purge.users.since')}</dt>
      <dd>{usDate(purge.since)}</dd>
      <dt>{t('operations:purge.users.found')}</dt>
      <dd className="num">{purge.found}</dd>
      <dt>{t(isOver ? 'operations:purge.users.deleted' : 'operations:purge.users.toDelete')}</dt>
      <dd className="num">{isOver ? purge.deleted : left}</dd>
      {purgeOutcomes
        .filter((outcome) => (purge.kept[outcome] ?? 0) > 0)
        .map((outcome) => (
          <Fragment key={outcome}>
            <dt>{t(`operations:purge.users.outcome.${outcome}`)}</dt>
            <dd className="num">{purge.kept[outcome]}</dd>
          </Fragment>
        ))}
      {purge.archiveHash !== '' && (
        <>
          <dt>{t('operations:purge.archiveHash')}</dt>
          <dd>{purge.archiveHash}</dd>
        </>
      )}
    </PurgeFacts>
  );
}

/** Lists the users that a purge has found, page by page. */
export function FoundUsers({ purge }: { purge: UserPurge }) {
  const t = useTexts();
  const { timeZone } = useCounty().county;
  const [offset, setOffset] = useState(0);
  const asked = { purge: purge.id, offset, state: purge.state };
  const { currentData, data, isError, refetch } = usePurgedUsersQuery(asked, {
    refetchOnMountOrArgChange: true,
  });
  const page = currentData ?? data;
  const head = (name: string): { name: string; head: string } => ({
    name,
    head: t(`operations:purge.users.column.${name}`),
  });
  const columns: Column<PurgedUser>[] = [
    { ...head('username'), cell: ({ username }) => username },
    { ...head('account'), cell: ({ accountName }) => accountName },
    {
      ...head('status'),
      cell: ({ status }) =>
        t(status ? `operations:purge.users.status.${status}` : 'operations:purge.users.gonestatus'),
    },
    {
      ...head('lastSignIn'),
      cell: ({ status, lastSignIn }) => {
        if (lastSignIn !== '') return Object.values(momentOf(lastSignIn, timeZone)).join(' ');
        // a user without a status was deleted; nothing is shown, because the archive does not say when that user last
        // signed in
        return status === null ? '' : t('operations:purge.users.neverSignedIn');
      },
      look: 'moment',
    },
    { ...head('outcome'), cell: ({ outcome }) => t(`operations:purge.users.outcome.${outcome}`) },
  ];
  return (
    <FoundList
      title={t('operations:purge.users.list')}
      columns={columns}
      found={page && { rows: page.users, total: page.total }}
      keyOf={({ username }) => username}
      empty={{ icon: 'users', title: t('operations:purge.users.empty') }}
      pagesLabel={t('operations:purge.users.pages')}
      offset={offset}
      onOffset={setOffset}
      failed={isError}
      onAgain={() => void refetch()}
    />
  );
}
