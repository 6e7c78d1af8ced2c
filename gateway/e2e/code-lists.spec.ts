import { expect, test } from '@jest/globals';
import type { CodeDescription } from '@portal/proto/http/envelope';
import type { HelperContent, NotableDates } from '@portal/proto/http/start-up';
import { DemoRows, typedDate } from './demo-rows.js';
import { contentOf, Visitor, type CountyHost } from './portal.js';

const list = async (visitor: Visitor, name: string, body: object = {}): Promise<CodeDescription[]> =>
  (
    await contentOf<{ codeDescriptionResultList: CodeDescription[] }>(
      visitor.post(`helperdata/${name}`, body),
    )
  ).codeDescriptionResultList;
const codes = (of: CodeDescription[]): string[] => of.map(({ code }) => code);

const helper = (county: CountyHost, name: string) =>
  contentOf<HelperContent>(new Visitor(county).get(`helperdata/${name}`));

test('B2-56 plats are found by the beginning of their number or name, and an empty text finds all plats', async () => {
  const visitor = await Visitor.signedIn('guest.user');
  const plats = new DemoRows('lake').of('plats');
  const all = await list(visitor, 'platscodedescription');
  expect(codes(all).sort()).toEqual(plats.map((row) => row.plat_number).sort());
  const [{ plat_number: number = '', plat_name: name = '' } = {}] = plats;
  const byNumber = await list(visitor, 'platscodedescription', { filterText: number.slice(0, 3) });
  expect(byNumber).toContainEqual({ code: number, description: name });
  expect(byNumber.every(({ code }) => code.startsWith(number.slice(0, 3)))).toBe(true);
  const byName = await list(visitor, 'platscodedescription', {
    filterText: name.slice(0, 5).toLowerCase(),
    by: 'NAME',
  });
  expect(byName).toContainEqual({ code: number, description: name });
  expect(byName.length).toBeLessThan(all.length);
  expect(await list(visitor, 'platscodedescription', { filterText: 'zzzz', by: 'NAME' })).toEqual([]);
});

test('B7-11 B7-12 staff choose from the users and accounts of their county', async () => {
  for (const username of ['demo.county', 'demo.trimin']) {
    const staff = await Visitor.signedIn(username);
    const users = await list(staff, 'userscodedescription');
    expect(codes(users)).toEqual(expect.arrayContaining(['demo.escrow', 'demo.account', 'guest.user']));
    const accounts = await list(staff, 'accountscodedescription', { filterText: 'demo e' });
    expect(accounts).toEqual([{ code: expect.stringMatching(/^[\da-f-]{36}$/), description: 'Demo Escrow' }]);
    expect(codes(await list(staff, 'userscodedescription', { filterText: 'ESCROW' }))).toEqual([
      'demo.escrow',
    ]);
  }
});

test('the lists show an account administrator only their account and its users; guests and ordinary users get no list', async () => {
  const administrator = await Visitor.signedIn('demo.account');
  const users = codes(await list(administrator, 'userscodedescription'));
  expect(users).toEqual(expect.arrayContaining(['demo.account', 'demo.escrow']));
  expect(users).not.toContain('demo.invoice');
  expect(await list(administrator, 'accountscodedescription')).toEqual([
    { code: expect.any(String), description: 'Demo Escrow' },
  ]);
  for (const username of ['demo.escrow', 'guest.user']) {
    const visitor = await Visitor.signedIn(username);
    for (const name of ['userscodedescription', 'accountscodedescription'])
      expect((await visitor.post(`helperdata/${name}`, { filterText: '' })).status).toBe(404);
  }
});

test('an invalid or overlong search text is refused, and the answer names the field; any other text finds the entries that begin with it', async () => {
  const staff = await Visitor.signedIn('demo.county');
  for (const name of ['platscodedescription', 'userscodedescription', 'accountscodedescription']) {
    for (const filterText of ['a\u0000b', 'x'.repeat(10_000), 7, null]) {
      const reply = await staff.post(`helperdata/${name}`, { filterText });
      expect([name, reply.status]).toEqual([name, 422]);
      expect(Object.keys(reply.envelope.fields ?? {})).toEqual(['filterText']);
    }
    for (const filterText of ['%', '_', "' OR 1=1", '\\', '😀', 'שלום'])
      expect([filterText, await list(staff, name, { filterText })]).toEqual([filterText, []]);
  }
});

test('B2-56 the code lists of the forms are those of the county', async () => {
  const lake = await helper('lake', 'landsharkcodedescription');
  const lists = new Map(
    lake.namedCodeDescriptionResultList.map((each) => [each.name, each.codeDescriptionResults]),
  );
  expect([...lists.keys()].sort()).toEqual([
    'bases',
    'bookTypes',
    'directions',
    'documentTypes',
    'instrumentGroups',
    'islands',
    'meridians',
    'municipalities',
    'otherLotCodes',
    'states',
  ]);
  const rows = new DemoRows('lake').of('legals');
  const used = (column: string): string[] =>
    [...new Set(rows.map((row) => row[column] ?? '').filter(Boolean))].sort();
  expect(codes(lists.get('municipalities') ?? []).sort()).toEqual(used('municipality'));
  expect(codes(lists.get('otherLotCodes') ?? []).sort()).toEqual(used('other_code'));
  expect(lists.get('islands')).toHaveLength(4);
});

test('a county with separate indexes shows the dates of each index; any other county shows one set of dates', async () => {
  const dates = async (county: CountyHost): Promise<NotableDates> => {
    const [content] = (await helper(county, 'notableDates')).namedContentResultList;
    return content?.baseContent as NotableDates;
  };
  const lake = await dates('lake');
  expect(lake.headings).toEqual(['abstract', 'torrens', 'taxLien']);
  expect(lake.rows).toContainEqual({
    label: 'verified',
    values: [lake.abstractVerifiedDate, expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/), ''],
  });
  expect(lake.abstractIndexBeginDate).toBe(typedDate('1890-01-02'));
  expect((await dates('saipan')).headings).toEqual(['abstract']);
});
