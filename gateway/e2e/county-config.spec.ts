import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { HomeContent } from '@portal/proto/http/home';
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
/** The demo keeps the news that it came with. */
afterAll(async () => {
  const { version } = await open(staff, 'latestNews');
  await save(staff, 'latestNews', version, news.value);
});

const item = (heading: string) => ({ paragraphs: [{ heading, paragraphContent: 'Text.' }] });

describe('what staff saves', () => {
  test('shows on the home page within a second, with its editor in the history', async () => {
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

  test('over a version that is not the newest is told of the other save', async () => {
    const { version } = await open(staff, 'latestNews');
    const other = await Visitor.signedIn('demo.trimin');
    expect((await save(other, 'latestNews', version, item('First'))).envelope.ok).toBe(true);
    const late = await save(staff, 'latestNews', version, item('Second'));
    expect([late.status, late.envelope.ok]).toEqual([200, false]);
    expect((await open(staff, 'latestNews')).value).toEqual(item('First'));
  });

  test('with a field at fault is refused with its message, and nothing is written', async () => {
    const { version } = await open(staff, 'externalLinks');
    const bad = { paragraphs: [{ heading: 'Map', paragraphContent: 'javascript:alert(1)' }] };
    const refused = await save(staff, 'externalLinks', version, bad);
    expect(refused.status).toBe(422);
    expect(refused.envelope.fields).toHaveProperty(['paragraphs.0.paragraphContent']);
    expect((await open(staff, 'externalLinks')).version).toBe(version);
  });

  test('is not seen in another county', async () => {
    const abroad = await Visitor.signedIn('demo.county', 'saipan');
    expect((await open(abroad, 'common')).value).toMatchObject({ countyName: 'Commonwealth Recorder' });
    const before = await home(new Visitor('saipan'));
    const { version } = await open(staff, 'latestNews');
    await save(staff, 'latestNews', version, item('Of lake alone'));
    expect((await home(new Visitor('saipan'))).latestNews).toEqual(before.latestNews);
  });
});

test('staff sees every section with its version', async () => {
  const { sections } = await contentOf<{ sections: Section[] }>(staff.get('controlPanel/countyConfig'));
  expect(sections.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['common', 'homeSelections', 'homeLatestNews', 'loginPageSlides', 'userAccess']),
  );
});

test('a section that does not exist is not there', async () => {
  expect((await staff.get(path('passwords'))).status).toBe(404);
  expect((await staff.get(path('constructor'))).status).toBe(404);
});

test.each(['demo.account', 'demo.escrow', 'guest.user'])(
  '%s reads and writes no section',
  async (username) => {
    const visitor = await Visitor.signedIn(username);
    expect((await visitor.get(path('homeSelections'))).status).toBe(404);
    expect((await save(visitor, 'homeSelections', 1, { links: false })).status).toBe(404);
  },
);
