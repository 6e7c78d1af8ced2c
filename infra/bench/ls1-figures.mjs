// The figures of a migration from LandShark One.
import { percentile, round } from './figures.mjs';

const seconds = (what, value) => ({ what, measured: `${round(value)} s`, value, unit: 's' });
const megabytes = (what, value) => ({
  ...{ what, measured: `${round(value)} MB`, value, unit: 'MB' },
  goal: { atMost: 256 },
});
const rate = (what, rows, time) => ({
  ...{ what, measured: `${Math.round(rows / time)}/s`, value: rows / time, unit: '/s' },
});

/**
 * @throws unless the migration has refused exactly the number of users in `twice`, all because their usernames occur
 * twice
 */
export function peopleFigures({ found, seconds: time, addedMb }, { users, twice }) {
  const { taken, refused, reasons } = found;
  if (refused !== twice || reasons.USERNAME_TWICE !== twice)
    throw new Error(`${refused} accounts and users were refused: ${JSON.stringify(reasons)}`);
  return [
    seconds(`${users} users and ${taken - users} accounts, until every service has been told`, time),
    megabytes('memory of that', addedMb),
  ];
}

/** @throws when an entry is missing or was refused */
export function logFigures(first, second) {
  const { taken, refused, found } = second.found;
  const before = first.found.read;
  if (taken !== found || refused > 0) throw new Error(`${taken} of ${found} entries, ${refused} refused`);
  return [
    rate('entries of the audit log until the kill', before, first.seconds),
    rate(
      'and from then on, with the lease of 90 s that the dead process holds and the time without LS1',
      found - before,
      second.seconds,
    ),
    seconds(`${found} entries in all`, first.seconds + second.seconds),
    megabytes('memory of that', Math.max(first.addedMb, second.addedMb)),
    rate('entries for a second of processor time', found, first.cpu + second.cpu),
  ];
}

/** Compares how long sign-ins and lists of users took before the migrations and during them. */
export function signInFigures({ calm, people, log }) {
  const failed = [...people, ...log].filter(({ status }) => status !== 200);
  const statuses = [...new Set(failed.map(({ status }) => status))].sort();
  const during = { 'accounts and users': people, 'the audit log': log };
  return [
    ...Object.entries(during).flatMap(([migrated, answers]) =>
      ['sign-ins', 'lists of users'].map((what) => compared(what, migrated, { calm, answers })),
    ),
    {
      what: 'sign-ins and lists during the migrations that failed',
      measured: `${failed.length} of ${people.length + log.length}${statuses.map((status) => `, ${status}`).join('')}`,
      value: failed.length,
      unit: 'answers',
      goal: { atMost: 0 },
    },
  ];
}

function compared(what, migrated, { calm, answers }) {
  const times = (from) => from.filter((answer) => answer.what === what).map(({ ms }) => ms);
  const [before, meanwhile] = [times(calm), times(answers)];
  const p95 = (values) => percentile(values, 0.95);
  const p50 = (values) => round(percentile(values, 0.5));
  return {
    what: `${what} during the migration of ${migrated}, p95 against before`,
    measured: `${round(p95(meanwhile))} ms against ${round(p95(before))} ms (p50 ${p50(meanwhile)} and ${p50(before)} ms)`,
    value: p95(meanwhile) / p95(before),
    goal: { atMost: 2 },
  };
}
