import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { eventually, withProductDatabase } from '@portal/infra/testing';
import type {
  AuditPurgeStanding,
  PurgedUser,
  PurgeState,
  UserPurge,
  UserPurgeStanding,
} from '@portal/proto/http/purges';
import type { UserPage } from '@portal/proto/http/user-manager';
import { contentOf, Visitor } from './portal.js';

const NOW = 'controlPanel/countyConfig/userPurgeNow';
const data = process.env.PORTAL_DATA ?? '';
const mark = Date.now().toString(36);

let staff: Visitor;
beforeAll(async () => {
  staff = await Visitor.signedIn('demo.county');
});

/** Adds an inactive user who belongs to a card account and was created long before this portal. */
async function addPerson(username: string): Promise<string> {
  const { id: accountId } = await contentOf<{ id: string }>(
    staff.post('controlPanel/account', {
      ...{
        id: 0,
        name: `Purge ${username.replace('.', ' ')}`,
        accountType: 'A_LA_CARTE',
        paymentMethod: 'CREDIT_CARD',
      },
      ...{ monthlyFee: 0, flatFeeRateLevel: 0, imageChargeMethod: 'DOCUMENT', postToLandLink: false },
      ...{ certificateChargeMethod: 'DOCUMENT', address: '', city: '', state: '', zip: '', phone: '' },
      ...{ email: '', landLinkAccount: '', lastTasks: '06/01/2026', imageRetrieval: true },
      ...{ previewRetrieval: true, certificateRetrieval: true, certificatePreviewRetrieval: true },
      userReload: false,
    }),
  );
  await contentOf(
    staff.post('userManager/user', {
      ...{ id: 0, username, password: 'Heron-Bay-Ferry!7', firstName: 'Long', lastName: 'Gone' },
      ...{ email: `${username}@example.test`, company: '', address: '', city: '', state: '', zip: '' },
      ...{ phoneFormatType: 'STANDARD', phone: '', role: 'USER', accountId },
    }),
  );
  const [found] = (await contentOf<UserPage>(staff.post('userManager/users', { filterText: username })))
    .users;
  const id = found?.id ?? '';
  await contentOf(staff.post('userManager/userChangeStatusSingle', { userId: id }));
  await withProductDatabase(data, (client) =>
    client.query(`UPDATE identity.app_user SET created_at = '2019-03-01' WHERE id = $1`, [id]),
  );
  return id;
}

const standing = () => contentOf<UserPurgeStanding>(staff.get(NOW));
async function inState(id: string, state: PurgeState): Promise<UserPurge> {
  await eventually(async () => expect((await standing()).current).toMatchObject({ id, state }), 20_000);
  const { current } = await standing();
  if (!current) throw new Error('no purge');
  return current;
}
/** Starts a purge. Tries again as long as a purge that another test file started is running. */
async function begun(address: string, body: object): Promise<string> {
  let purge = '';
  await eventually(async () => {
    purge = (await contentOf<{ purge: string }>(staff.post(address, body))).purge;
  }, 20_000);
  return purge;
}
const listed = async (id: string): Promise<PurgedUser[]> =>
  (await contentOf<{ users: PurgedUser[] }>(staff.get(`controlPanel/userPurges/${id}/users?offset=0`))).users;

describe('Purge Now', () => {
  test('C6-16 deletes and archives the users that the dry run listed, and keeps all others', async () => {
    const [gone, kept] = [`gone.${mark}`, `kept.${mark}`];
    const ids = [await addPerson(gone), await addPerson(kept)];
    const checked = await begun('controlPanel/userPurges/check', { purgeDate: '01/05/2020' });
    await inState(checked, 'CHECKED');
    const named = (await listed(checked)).filter(({ username }) => [gone, kept].includes(username));
    expect(named.map(({ username, outcome }) => [username, outcome])).toEqual([
      [gone, 'FREE'],
      [kept, 'FREE'],
    ]);
    await contentOf(staff.post('userManager/userChangeStatusSingle', { userId: ids[1] }));
    const { envelope } = await staff.post(NOW, { purgeDate: '01/05/2020', checked });
    expect(envelope.message).toBe('The purge has begun. This page shows its progress.');
    const done = await inState(checked, 'DONE');
    expect(done.kept.CHANGED).toBe(1);
    expect((await listed(checked)).find(({ username }) => username === gone)?.outcome).toBe('DELETED');
    expect((await staff.get(`userManager/user/${ids[0]}`)).status).toBe(404);
    expect((await staff.get(`userManager/user/${ids[1]}`)).status).toBe(200);
    const archive = readFileSync(path.join(data, 'objects', 'lake/purges/users', `${checked}.jsonl`));
    expect(createHash('sha256').update(archive).digest('hex')).toBe(done.archiveHash);
    expect(archive.toString()).toContain(gone);
    expect(archive.toString()).not.toContain(kept);
    await contentOf(staff.post('userManager/userDelete', { userId: ids[1] }));
  });

  test('C6-13 refuses a day that does not exist or is in the future, with an error at the field', async () => {
    for (const [purgeDate, text] of [
      ['02/30/2020', 'date'],
      ['01/01/2999', 'future'],
    ] as const)
      for (const address of [NOW, 'controlPanel/userPurges/check']) {
        const { envelope } = await staff.post(address, { purgeDate });
        expect(envelope.ok).toBe(false);
        expect(JSON.stringify(envelope).toLowerCase()).toContain(text);
      }
  });

  test('S9 is available only to staff, and staff of another county cannot see what a dry run has found', async () => {
    const abroad = await Visitor.signedIn('demo.county', 'saipan');
    const id = await begun('controlPanel/userPurges/check', { purgeDate: '01/05/1999' });
    expect((await abroad.get(`controlPanel/userPurges/${id}/users`)).status).toBe(404);
    const visitor = await Visitor.signedIn('demo.account');
    for (const answer of [
      visitor.get(NOW),
      visitor.post(NOW, { purgeDate: '01/05/2020' }),
      visitor.post('controlPanel/userPurges/check', { purgeDate: '01/05/2020' }),
      visitor.get('controlPanel/auditPurge'),
      visitor.post('controlPanel/auditPurge/check'),
      visitor.get(`controlPanel/auditPurge/${id}/records`),
    ])
      expect((await answer).status).toBe(404);
  });
});

test('C6-18 a dry run finds nothing to delete in an audit log that began today', async () => {
  const purge = await begun('controlPanel/auditPurge/check', {});
  await eventually(async () => {
    const { current } = await contentOf<AuditPurgeStanding>(staff.get('controlPanel/auditPurge'));
    expect(current).toMatchObject({ id: purge, state: 'CHECKED', first: 1, found: 0, deleted: 0 });
  }, 20_000);
  const found = await contentOf(staff.get(`controlPanel/auditPurge/${purge}/records`));
  expect(found).toEqual({ records: [], total: 0 });
});
