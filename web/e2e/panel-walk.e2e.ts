import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { NamedPanelPage, PanelPageName } from '../src/features/control-panel/panel-pages.js';
import { panelPageList } from '../src/features/control-panel/panel-pages.js';
import { chooseByTyping } from './keys.js';
import { addCountyWithClerk, inviteProvider, type NewCounty } from './new-county.js';
import { walks, type Change, type Screen, type Step } from './panel-changes.js';
import { examineAtBoth, expect, signIn, test, wide } from './portal.js';

test.use({ viewport: wide });

const control = (page: Page, id: string) => page.locator(`[id="${id}"]`);

/** Sets a control by keyboard: types the first letters of an option, and toggles a checkbox with Space. */
async function set(page: Page, [id, value]: Step): Promise<void> {
  const field = control(page, id);
  await field.focus();
  if (typeof value === 'boolean') {
    if ((await field.isChecked()) !== value) await page.keyboard.press('Space');
    return expect(field).toBeChecked({ checked: value });
  }
  if ((await field.evaluate((node) => node.tagName)) === 'SELECT') {
    const name = await field.locator(`option[value="${value}"]`).textContent();
    await chooseByTyping(field, name ?? '');
  } else {
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await page.keyboard.type(value);
  }
  await expect(field).toHaveValue(value);
}
const setAll = async (page: Page, steps: readonly Step[]): Promise<void> => {
  for (const step of steps) await set(page, step);
};

const press = async (page: Page, name: string | RegExp, within = page.locator('body')): Promise<void> => {
  await within.getByRole('button', { name }).first().focus();
  await page.keyboard.press('Enter');
};

/**
 * A page of the control panel that a test visits. `secret` is the clerk's password, and `name` is also the name of the
 * page's screenshots.
 */
interface Stop {
  readonly page: Page;
  readonly secret: string;
  readonly name: PanelPageName;
  /** True if errors, history and questions of the page are examined too. */
  readonly everyState: boolean;
}

/** Examines a state of a page, such as its errors. */
const look = async ({ page, name, everyState }: Stop, state: string): Promise<void> => {
  if (everyState) await examineAtBoth(page, `walk-${name}-${state}`);
};

/** Saves by Ctrl+S, then answers the portal's question and types the password if asked. */
async function save(stop: Stop, { asks, says }: Change): Promise<void> {
  const { page } = stop;
  await page.keyboard.press('Control+s');
  if (asks) {
    const question = page.getByRole('alertdialog');
    await expect(question).toBeVisible();
    await look(stop, 'question');
    await press(page, 'Yes', question);
  }
  const done = page.getByRole('heading', { name: says ?? 'The settings are saved.' });
  await prove(stop, done);
}

/** Types the password if the portal asks for it. The portal asks every few minutes. */
async function prove(stop: Stop, done: ReturnType<Page['locator']>): Promise<void> {
  const { page, secret } = stop;
  const proof = control(page, 'proof');
  await expect(proof.or(done).first()).toBeVisible();
  if (!(await proof.isVisible())) return;
  await look(stop, 'proof');
  await expect(proof).toBeFocused();
  await page.keyboard.type(secret);
  await page.keyboard.press('Enter');
  await expect(done).toBeVisible();
}

async function lookAtPreview(stop: Stop): Promise<void> {
  const { page } = stop;
  await press(page, 'Preview');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Back on Monday.');
  await look(stop, 'preview');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}

async function beRefused(stop: Stop, wrong: readonly Step[]): Promise<void> {
  const { page } = stop;
  await setAll(page, wrong);
  await page.keyboard.press('Control+s');
  const problems = page.getByRole('alert').filter({ has: page.getByRole('link') });
  await expect(problems).toBeVisible();
  await look(stop, 'errors');
  await press(page, 'Undo changes');
  await expect(problems).toHaveCount(0);
}

/** Undoes the change with History, so that the county has its initial settings again. */
async function putBack(stop: Stop, { change, reason }: Change, before: readonly Step[]): Promise<void> {
  const { page } = stop;
  await press(page, 'History');
  const history = page.getByRole('region', { name: 'History' });
  await expect(history.getByRole('listitem').first()).toBeVisible();
  await look(stop, 'history');
  await press(page, /^Put back/, history);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await look(stop, 'put-back');
  if (reason) {
    await dialog.getByLabel(/^Why/).focus();
    await page.keyboard.type('Back as it was');
  }
  await press(page, /^Put back/, dialog);
  await expect(dialog).toHaveCount(0);
  for (const [at, [id]] of change.entries()) await expectValue(page, id, before[at]?.[1]);
}

async function expectValue(page: Page, id: string, value: string | boolean | undefined): Promise<void> {
  const field = control(page, id);
  if (typeof value === 'boolean') await expect(field).toBeChecked({ checked: value });
  else await expect(field).toHaveValue(value ?? '');
}

const valuesOf = (page: Page, steps: readonly Step[]): Promise<Step[]> =>
  Promise.all(
    steps.map(async ([id, value]): Promise<Step> => {
      const field = control(page, id);
      return [id, typeof value === 'boolean' ? await field.isChecked() : await field.inputValue()];
    }),
  );

/** Tries wrong values on an open page of settings, then changes and saves the page, and restores its earlier values. */
async function changeAndPutBack(stop: Stop, walk: Change): Promise<void> {
  const { page, name } = stop;
  await expect(page.getByRole('button', { name: 'Undo changes' })).toBeVisible();
  await examineAtBoth(page, `walk-${name}`);
  if (walk.wrong) await beRefused(stop, walk.wrong);
  const before = await valuesOf(page, walk.change);
  await setAll(page, walk.change);
  if (walk.preview) await lookAtPreview(stop);
  if (walk.reason) {
    await page.getByLabel(/^Why/).focus();
    await page.keyboard.type('Tried in a test');
  }
  await save(stop, walk);
  for (const [id, value] of walk.change) await expectValue(page, id, value);
  await putBack(stop, walk, before);
}

const texts = path.resolve(import.meta.dirname, '../../proto/locales/en/panel-shell.json');
const { page: names } = JSON.parse(readFileSync(texts, 'utf8')) as { page: Record<string, string> };
const titleOf = ({ title }: NamedPanelPage): string =>
  names[title.slice('panel-shell:page.'.length)] ?? title;

const openPage = async (page: Page, listed: NamedPanelPage, origin: string): Promise<void> => {
  await page.goto(`${origin}/LandShark/controlPanel/${listed.path}`);
  const heading = walks[listed.name].heading ?? titleOf(listed);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
};

async function walk(stop: Stop, listed: NamedPanelPage, origin: string): Promise<void> {
  const change = walks[listed.name];
  await openPage(stop.page, listed, origin);
  if (isScreen(change)) await examineAtBoth(stop.page, `walk-${listed.name}`);
  else await changeAndPutBack(stop, change);
}

const isScreen = (entry: Change | Screen): entry is Screen => 'changedBy' in entry;
/** The part of a test's title that says what the test does with the page. */
const whatIsDone = ({ name }: NamedPanelPage): string =>
  isScreen(walks[name]) ? 'is opened' : 'is opened, changed, saved and restored';

/**
 * One page that asks for a reason, one that asks a question, one with a preview, and one with rows. `npm test` examines
 * every state of these pages; `npm run walks` examines every state of all pages.
 */
const examples: ReadonlySet<PanelPageName> = new Set([
  'escrow',
  'alacarteratesspecial',
  'userLockout',
  'loginPageLinks',
]);

/**
 * Signs in the user who visits the pages. It is a function, because the user exists only after the county was added.
 */
type SignIn = (page: Page) => Promise<{ origin: string; secret: string }>;

function declareWalks(
  pages: readonly NamedPanelPage[],
  titled: (title: string, done: string) => string,
  signedIn: SignIn,
): void {
  for (const listed of pages) {
    const run =
      (everyState: boolean) =>
      async ({ page }: { page: Page }) => {
        const { origin, secret } = await signedIn(page);
        await walk({ page, secret, name: listed.name, everyState }, listed, origin);
      };
    const title = titled(titleOf(listed), whatIsDone(listed));
    const isExample = examples.has(listed.name);
    test(title, run(isExample));
    if (isExample || isScreen(walks[listed.name])) continue;
    test(`${title}, and axe finds nothing in any state of the page`, { tag: '@walk' }, run(true));
  }
}
/** Other files test the pages that need an id in their URL. */
const isWalked = ({ path }: NamedPanelPage): boolean => !path.includes(':');

/**
 * Pages that only the provider's users can open. To test these pages, the operator invites such a user to the county.
 */
const providersOwn = panelPageList.filter((listed) => listed.only === 'TRIMIN' && isWalked(listed));
const clerksOwn = panelPageList.filter((listed) => listed.only === undefined && isWalked(listed));

test.describe('in a new county,', () => {
  let county: NewCounty;
  const secret = 'Quiet-Canoe!77';

  test.beforeAll(async () => {
    county = await addCountyWithClerk(secret);
  });

  const ofClerk = (title: string, done: string) => `C0-03 the page ${title} ${done} by a clerk`;
  declareWalks(clerksOwn, ofClerk, async (page) => {
    await signIn(page, county.username, county.origin, secret);
    return { origin: county.origin, secret };
  });

  test.describe('with a user of the provider,', () => {
    let provider: string;
    test.beforeAll(async () => {
      provider = await inviteProvider(county, secret);
    });

    const ofProvider = (title: string, done: string) => `the page ${title} ${done} by the provider`;
    declareWalks(providersOwn, ofProvider, async (page) => {
      await signIn(page, provider, county.origin, secret);
      return { origin: county.origin, secret };
    });
  });
});

test('for each panel page that is not a form, the table `walks` names a test file, and that file mentions the page', () => {
  for (const listed of panelPageList) {
    const entry = walks[listed.name];
    if (!isScreen(entry)) continue;
    const text = readFileSync(path.join(import.meta.dirname, entry.changedBy), 'utf8').toLowerCase();
    const names = [listed.path.split('/')[0] ?? '', titleOf(listed)];
    const isNamed = names.some((name) => text.includes(name.toLowerCase()));
    expect(isNamed, `${entry.changedBy} opens ${listed.name}`).toBe(true);
  }
});
