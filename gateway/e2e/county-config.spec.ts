import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { AccountOffer } from '@portal/proto/http/account-offer';
import type { HomeContent } from '@portal/proto/http/home';
import type { LoginPageContent } from '@portal/proto/http/login-page';
import { contentOf, Visitor } from './portal.js';

interface Section {
  name: string;
  version: number;
  savedBy: string;
  savedAt: string;
  value: Record<string, unknown>;
}
const path = (section: string): string => `controlPanel/countyConfig/${section}`;
const open = (visitor: Visitor, section: string) => contentOf<Section>(visitor.get(path(section)));
const home = (visitor: Visitor) => contentOf<HomeContent>(visitor.get('home/all'));
const save = (visitor: Visitor, section: string, version: number, value: object) =>
  visitor.post(path(section), { version, value });

let staff: Visitor;
let news: Section;
beforeAll(async () => {
  staff = await Visitor.signedIn('demo.county');
  news = await open(staff, 'latestNews');
});
/** Restores the demo's news. */
afterAll(async () => {
  const { version } = await open(staff, 'latestNews');
  await save(staff, 'latestNews', version, news.value);
});

const item = (heading: string) => ({ paragraphs: [{ heading, paragraphContent: 'Text.' }] });

test.each([
  ['C4-17', 'externalLinks', 'paragraphs'],
  ['C4-38', 'loginPageSlides', 'numberOfSlides'],
  ['C3-41', 'flatFee', 'rates'],
  ['C3-46', 'flatFeeOverride', 'accountAdminReload'],
])(
  '%s the answers to GET and POST of the section %s have the field content.%s',
  async (_, section, field) => {
    const before = await open(staff, section);
    const reason = 'Saved as it was';
    const { version, value } = before;
    const saved = await contentOf<Section>(staff.post(path(section), { version, value, reason }));
    for (const content of [before, saved] as object[])
      expect(content).toMatchObject({ [field]: value[field] });
  },
);

describe('a saved change of the county’s settings', () => {
  test('is on the home page within a second, and the history shows who saved it', async () => {
    const heading = `Saved at ${Date.now()}`;
    const saved = await save(staff, 'latestNews', news.version, item(heading));
    expect(saved.envelope).toMatchObject({ ok: true, content: { version: news.version + 1 } });
    const until = Date.now() + 1_000;
    let shown = '';
    while (shown !== heading && Date.now() < until)
      shown = (await home(new Visitor('lake'))).latestNews[0]?.heading ?? '';
    expect(shown).toBe(heading);
    const { versions } = await contentOf<{ versions: Section[] }>(
      staff.get(`${path('latestNews')}/versions`),
    );
    expect(versions[0]).toMatchObject({
      version: news.version + 1,
      savedBy: 'demo.county',
      value: item(heading),
    });
    expect(Date.parse(versions[0]?.savedAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  test('is refused when another version was saved after the one on which the change is based', async () => {
    const { version } = await open(staff, 'latestNews');
    const other = await Visitor.signedIn('demo.trimin');
    expect((await save(other, 'latestNews', version, item('First'))).envelope.ok).toBe(true);
    const late = await save(staff, 'latestNews', version, item('Second'));
    expect([late.status, late.envelope.ok]).toEqual([200, false]);
    expect((await open(staff, 'latestNews')).value).toEqual(item('First'));
  });

  test('is refused with a message when a field is wrong, and nothing is saved', async () => {
    const { version } = await open(staff, 'externalLinks');
    const bad = { paragraphs: [{ heading: 'Map', paragraphContent: 'javascript:alert(1)' }] };
    const refused = await save(staff, 'externalLinks', version, bad);
    expect(refused.status).toBe(422);
    expect(refused.envelope.fields).toHaveProperty(['paragraphs.0.paragraphContent']);
    expect((await open(staff, 'externalLinks')).version).toBe(version);
  });

  test('does not appear in another county', async () => {
    const abroad = await Visitor.signedIn('demo.county', 'saipan');
    expect((await open(abroad, 'common')).value).toMatchObject({ countyName: 'Commonwealth Recorder' });
    const before = await home(new Visitor('saipan'));
    const { version } = await open(staff, 'latestNews');
    await save(staff, 'latestNews', version, item('Of lake alone'));
    expect((await home(new Visitor('saipan'))).latestNews).toEqual(before.latestNews);
  });
});

describe('a preview of unsaved settings', () => {
  test('shows a public page with unsaved changes to the person who asks, and to nobody else', async () => {
    const heading = `Draft of ${Date.now()}`;
    const sections = { homeLatestNews: item(heading) };
    const page = await contentOf<HomeContent>(staff.post('controlPanel/preview/home', { sections }));
    expect(page.latestNews[0]?.heading).toBe(heading);
    expect(page.transactionTotals.rows).toEqual([]);
    expect((await home(new Visitor('lake'))).latestNews[0]?.heading).not.toBe(heading);
    const login = await contentOf<LoginPageContent>(
      staff.post('controlPanel/preview/loginPage', { sections: { loginPageLatestNews: item(heading) } }),
    );
    expect(login.latestNews).toEqual(item(heading).paragraphs);
    expect(login.links.length).toBeGreaterThan(0);
  });

  test('shows or hides the prices on the registration page as the draft says, and saves nothing', async () => {
    const before = await open(staff, 'loginPageRegistration');
    const previewed = (showPrices: boolean) =>
      contentOf<AccountOffer>(
        staff.post('controlPanel/preview/registration', {
          sections: { loginPageRegistration: { ...before.value, showPrices } },
        }),
      );
    const visitors = await contentOf<AccountOffer>(new Visitor('lake').get('auth/accountOffer'));
    expect(await previewed(true)).toEqual({
      ...visitors,
      prices: expect.objectContaining({ searches: expect.any(Array) }),
    });
    expect(await previewed(false)).toEqual({ ...visitors, prices: null });
    expect((await open(staff, 'loginPageRegistration')).version).toBe(before.version);
  });

  test('is refused if the draft is invalid, and the error names the field', async () => {
    const bad = { paragraphs: [{ heading: 'Map', paragraphContent: 'javascript:alert(1)' }] };
    const answer = await staff.post('controlPanel/preview/home', { sections: { homeExternalLinks: bad } });
    expect(answer.status).toBe(422);
    expect(answer.envelope.fields).toHaveProperty(['paragraphs.0.paragraphContent']);
    const other = await staff.post('controlPanel/preview/home', { sections: { userAccess: {} } });
    expect(other.status).toBe(422);
  });
});

describe('a change of prices', () => {
  interface Plan {
    id: string;
    name: string;
    changes: Record<string, unknown>;
    state: string;
    reason: string;
  }
  const plans = () => contentOf<{ plans: Plan[] }>(staff.get('controlPanel/plannedChanges'));

  test('is saved only with a reason, and each broken rule is reported at its field', async () => {
    const escrow = await open(staff, 'escrow');
    const asked = { version: escrow.version, value: { ...escrow.value, feeCode: 'F', chargeCode: '' } };
    const refused = await staff.post(path('escrow'), { ...asked, reason: 'New codes' });
    expect([refused.status, refused.envelope.fields]).toEqual([
      422,
      { chargeCode: 'Required with Fee Code.' },
    ]);
    const unsaid = await staff.post(path('escrow'), { ...asked, value: escrow.value });
    expect([unsaid.status, unsaid.envelope.fields]).toEqual([422, { reason: 'Required.' }]);
  });

  test('can be planned for a day and time in the county’s time zone, is listed, and can be withdrawn', async () => {
    const prices = await open(staff, 'aLaCarte');
    const id = randomUUID();
    const asked = { id, version: prices.version, value: { ...prices.value, imageDocument: 450 } };
    const when = { date: '01/01/2031', time: '08:00', reason: 'Board resolution 14' };
    const planned = await staff.post(`${path('aLaCarte')}/plans`, { ...asked, ...when });
    expect(planned.envelope).toMatchObject({
      content: { effectiveAt: '2031-01-01T14:00:00.000Z', changes: { imageDocument: 450 } },
    });
    expect((await plans()).plans).toContainEqual(
      expect.objectContaining({ id, state: 'PLANNED', plannedBy: 'demo.county' }),
    );
    expect((await staff.post('controlPanel/plannedChanges/withdraw', { id })).envelope.ok).toBe(true);
    expect((await plans()).plans.map((plan) => plan.id)).not.toContain(id);
    expect((await open(staff, 'aLaCarte')).version).toBe(prices.version);
  });

  test('cannot be planned for a day that has passed or does not exist', async () => {
    const { version, value } = await open(staff, 'aLaCarte');
    const faultOf = async (date: string) =>
      (
        await staff.post(`${path('aLaCarte')}/plans`, {
          ...{ id: randomUUID(), version, value: { ...value, imageDocument: 451 } },
          ...{ date, time: '08:00', reason: 'Board resolution 14' },
        })
      ).envelope.fields;
    expect(await faultOf('01/01/2020')).toEqual({ date: 'Enter a date and time in the future.' });
    expect(await faultOf('02/30/2031')).toEqual({ date: 'Enter a date that exists, as MM/DD/YYYY.' });
  });
});

test('staff can list the sections of the county’s settings', async () => {
  const { sections } = await contentOf<{ sections: Section[] }>(staff.get('controlPanel/countyConfig'));
  expect(sections.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['common', 'homeSelections', 'homeLatestNews', 'loginPageSlides', 'userAccess']),
  );
});

test('a section that does not exist is not found', async () => {
  expect((await staff.get(path('passwords'))).status).toBe(404);
  expect((await staff.get(path('constructor'))).status).toBe(404);
});

test.each(['demo.account', 'demo.escrow', 'guest.user'])(
  '%s can neither read nor save a section',
  async (username) => {
    const visitor = await Visitor.signedIn(username);
    expect((await visitor.get(path('homeSelections'))).status).toBe(404);
    expect((await save(visitor, 'homeSelections', 1, { links: false })).status).toBe(404);
  },
);
