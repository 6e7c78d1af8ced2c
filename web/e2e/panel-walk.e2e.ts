import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { NamedPanelPage, PanelPageName } from '../src/features/control-panel/panel-pages.js';
import { panelPageList } from '../src/features/control-panel/panel-pages.js';
import { addCountyWithClerk, inviteProvider, type NewCounty } from './new-county.js';
import { examineAtBoth, expect, signIn, test, wide } from './portal.js';

test.use({ viewport: wide });

/** The id of a control, and what it is set to: text, the value of a choice, on or off. */
type Step = readonly [id: string, value: string | boolean];

/** A change that a clerk makes on a page, and values that the page refuses. */
interface Change {
  readonly change: readonly Step[];
  /** Absent if the page accepts every value. */
  readonly wrong?: readonly Step[];
  /** The page asks before it saves. */
  readonly asks?: true;
  /** The page has a preview of what the public would see. */
  readonly preview?: true;
  /** The page asks for a reason, because it changes prices. */
  readonly reason?: true;
  /** The message after a save, if it differs from the usual one. */
  readonly says?: string;
  readonly heading?: never;
}

/** A screen that is not a form; the named file tests its changes. */
interface Screen {
  readonly changedBy: `${string}.e2e.ts`;
  /** The heading, if it differs from the page's name. */
  readonly heading?: string;
}

const aPage = (change: Change): Change => change;
const aFee = (change: readonly Step[], wrong: readonly Step[]): Change => ({ change, wrong, reason: true });
const rows = (more: readonly Step[] = []): readonly Step[] => [
  ...more,
  ...[['rates.0.option', true] as const, ['rates.0.numberOfPages', '10'] as const],
];
const specialRate: readonly Step[] = [
  ['rates.0.documentType', '0'],
  ['rates.0.documentRate', '1.25'],
];
const purge = (least: number): Change =>
  aPage({
    change: [
      ['automaticPurge', 'yes'],
      ['automaticPurgeAfterDays', '900'],
    ],
    wrong: [
      ['automaticPurge', 'yes'],
      ['automaticPurgeAfterDays', String(least - 1)],
    ],
  });
const link = (...[text, address]: readonly [string, string]): readonly Step[] => [
  ['paragraphs.0.heading', text],
  ['paragraphs.0.paragraphContent', address],
];

/** Every page of the registry: the compiler names the one that is missing. */
const walks: Record<PanelPageName, Change | Screen> = {
  start: { changedBy: 'new-county.e2e.ts', heading: 'Control Panel' },
  alacarterates: aFee([['imageDocument', '1.25']], [['imageDocument', 'abc']]),
  alacarteratesspecial: { ...aFee(specialRate, [['rates.0.documentRate', '1.25']]), asks: true },
  creditCardAlternateRates: {
    ...aFee([['imageDocument', '1.25']], [['rates.0.documentRate', 'abc']]),
    asks: true,
  },
  creditCardExtra: aFee([['maxAmount', '12.50']], [['maxAmount', 'abc']]),
  escrow: aFee(
    [
      ['reloadByCreditCard', true],
      ['minReloadAmount', '10.00'],
      ['maxReloadAmount', '250.00'],
    ],
    [
      ['reloadByCreditCard', true],
      ['minReloadAmount', '10.00'],
      ['maxReloadAmount', '5.00'],
    ],
  ),
  flatFeeRates: aFee([...rows(), ['rates.0.cost', '9.00']], rows()),
  flatFeeOverride: aFee(
    [...rows([['accountAdminReload', true]]), ['rates.0.cost', '9.00']],
    rows([['accountAdminReload', true]]),
  ),
  efileFees: aFee([['mostPages', '40']], [['mostPages', 'abc']]),
  cardKeys: { changedBy: 'panel-walk.e2e.ts', heading: 'Card Keys' },
  accounts: { changedBy: 'accounts.e2e.ts' },
  account: { changedBy: 'accounts.e2e.ts' },
  accountPageAccess: { changedBy: 'accounts.e2e.ts' },
  accountReload: { changedBy: 'accounts.e2e.ts' },
  accountTasks: { changedBy: 'billing.e2e.ts' },
  corrections: { changedBy: 'cashier.e2e.ts' },
  cashier: aPage({ change: [['correctionLimit', '50.00']], wrong: [['correctionLimit', 'abc']] }),
  billingSchedule: aPage({ change: [['renewalDay', '3']], wrong: [['renewalDay', '31']] }),
  userAccess: aPage({ change: [['maxloginAttempts', '7']], wrong: [['maxloginAttempts', 'abc']] }),
  userLockout: aPage({
    change: [['messageLogin', 'Back on Monday.']],
    wrong: [['messageLogin', '']],
    preview: true,
  }),
  userLockout2: { changedBy: 'control-panel.e2e.ts' },
  staffSignIn: aPage({ change: [['providerName', 'North Shore']], wrong: [['staffSignIn', 'yes']] }),
  userPurgeNow: { changedBy: 'purges.e2e.ts' },
  userPurgeSchedule: purge(365),
  auditLogPurgeSchedule: purge(60),
  common: aPage({ change: [['contactName', 'Ann Berg']], wrong: [['contactEmail', 'nobody']] }),
  homeLatestNews: aPage({ change: link('Closed on Friday', 'Open again on Monday.') }),
  homeExternalLinks: aPage({
    change: link('Assessor', 'https://assessor.example/'),
    wrong: link('Assessor', ''),
  }),
  homeNotableDates: aPage({ change: [['showSeparateIndexes', 'yes']] }),
  homeSelections: aPage({ change: [['latestNews', 'yes']] }),
  loginPageLinks: aPage({
    change: link('Fees', 'https://fees.example/'),
    wrong: link('All our fees', 'https://fees.example/'),
  }),
  loginPageLatestNews: aPage({ change: link('Now online', 'Deeds since 1890.') }),
  loginPageSlides: aPage({ change: [['captions.0', 'The courthouse']] }),
  loginPagePictures: { changedBy: 'pictures.e2e.ts' },
  loginPageRegistration: aPage({ change: [['emaileExpireIn', '5']], wrong: [['emaileExpireIn', 'abc']] }),
  search: aPage({
    change: [['countyNotes.searchByName', 'Last name first.']],
    wrong: [['defaultSearch', 'searchByPlat']],
    says: 'Settings and Users updated',
  }),
  search2: aPage({
    change: [
      ['map', 'yes'],
      ['mapLink', 'https://map.example/{parcelId}'],
    ],
    wrong: [
      ['map', 'yes'],
      ['mapLink', 'map'],
    ],
  }),
  reports: aPage({ change: [['statementReportCountyNote', 'Figures of yesterday.']] }),
  efile: aPage({
    change: [
      ['efile', 'yes'],
      ['efileCountyNote', 'Deeds only.'],
    ],
    wrong: [
      ['efile', 'yes'],
      ['acknowledgement', 'yes'],
    ],
  }),
  languages: aPage({ change: [['languages', 'yes']] }),
  landSharkOneAccountsUsers: { changedBy: 'ls1.e2e.ts' },
  landSharkOneAuditLog: { changedBy: 'ls1.e2e.ts' },
  performanceMonitoring: { changedBy: 'control-panel.e2e.ts' },
  reloadConfiguration: { changedBy: 'control-panel.e2e.ts' },
  index: aPage({ change: [['mortgageAmountLabel', 'Consideration']] }),
  payments: aPage({ change: [['paymentMethods-INVOICE', false]] }),
  imageImport: aPage({ change: [['drawPages', 'yes']] }),
};

const control = (page: Page, id: string) => page.locator(`[id="${id}"]`);

/** Sets a control by keys: a choice by its first letters, a box by Space. */
async function set(page: Page, [id, value]: Step): Promise<void> {
  const field = control(page, id);
  await field.focus();
  if (typeof value === 'boolean') {
    if ((await field.isChecked()) !== value) await page.keyboard.press('Space');
    return expect(field).toBeChecked({ checked: value });
  }
  if ((await field.evaluate((node) => node.tagName)) === 'SELECT') {
    const name = await field.locator(`option[value="${value}"]`).textContent();
    await page.keyboard.type(name ?? '');
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

/** The page under test, the clerk's password, and the name of its screenshots. */
interface Stop {
  readonly page: Page;
  readonly secret: string;
  readonly name: string;
}

/** Saves by Ctrl+S, then answers the portal's question and types the password if asked. */
async function save({ page, name, secret }: Stop, { asks, says }: Change): Promise<void> {
  await page.keyboard.press('Control+s');
  if (asks) {
    const question = page.getByRole('alertdialog');
    await expect(question).toBeVisible();
    await examineAtBoth(page, `walk-${name}-question`);
    await press(page, 'Yes', question);
  }
  const done = page.getByRole('heading', { name: says ?? 'The settings are saved.' });
  await prove({ page, name, secret }, done);
}

/** Types the password if the portal asks for it, which it does every few minutes. */
async function prove({ page, secret }: Stop, done: ReturnType<Page['locator']>): Promise<void> {
  const proof = control(page, 'proof');
  await expect(proof.or(done).first()).toBeVisible();
  if (!(await proof.isVisible())) return;
  await examineAtBoth(page, 'walk-proof');
  await expect(proof).toBeFocused();
  await page.keyboard.type(secret);
  await page.keyboard.press('Enter');
  await expect(done).toBeVisible();
}

async function lookAtPreview({ page, name }: Stop): Promise<void> {
  await press(page, 'Preview');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Back on Monday.');
  await examineAtBoth(page, `walk-${name}-preview`);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}

async function beRefused({ page, name }: Stop, wrong: readonly Step[]): Promise<void> {
  await setAll(page, wrong);
  await page.keyboard.press('Control+s');
  const problems = page.getByRole('alert').filter({ has: page.getByRole('link') });
  await expect(problems).toBeVisible();
  await examineAtBoth(page, `walk-${name}-errors`);
  await press(page, 'Undo changes');
  await expect(problems).toHaveCount(0);
}

/** Undoes the change with History, so that the county has its first settings again. */
async function putBack(stop: Stop, { change, reason }: Change, before: readonly Step[]): Promise<void> {
  const { page, name } = stop;
  await press(page, 'History');
  const history = page.getByRole('region', { name: 'History' });
  await expect(history.getByRole('listitem').first()).toBeVisible();
  await examineAtBoth(page, `walk-${name}-history`);
  await press(page, /^Put back/, history);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await examineAtBoth(page, `walk-${name}-put-back`);
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

/** Opens a page of settings, sees wrong values refused, changes it, and puts it back. */
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

async function walk(stop: Omit<Stop, 'name'>, listed: NamedPanelPage, origin: string): Promise<void> {
  const change = walks[listed.name];
  await openPage(stop.page, listed, origin);
  if (isScreen(change)) await examineAtBoth(stop.page, `walk-${listed.name}`);
  else await changeAndPutBack({ ...stop, name: listed.name }, change);
}

const isScreen = (entry: Change | Screen): entry is Screen => 'changedBy' in entry;
/** The title of a page's test. Other files test the screens that need an id. */
const titleOfWalk = (listed: NamedPanelPage, who: string): string =>
  isScreen(walks[listed.name])
    ? `${titleOf(listed)} is opened by ${who}`
    : `${titleOf(listed)} is opened, changed, saved and put back by ${who}`;
const isWalked = ({ path, outside }: NamedPanelPage): boolean => !path.includes(':') && !outside;

/** Pages for the provider alone; the operator invites a user of the provider to the county. */
const providersOwn = panelPageList.filter((listed) => listed.only === 'TRIMIN' && isWalked(listed));
const clerksOwn = panelPageList.filter((listed) => listed.only === undefined && isWalked(listed));

test.describe('in a new county,', () => {
  let county: NewCounty;
  const secret = 'Quiet-Canoe!77';

  test.beforeAll(async () => {
    county = await addCountyWithClerk(secret);
  });

  for (const listed of clerksOwn)
    test(`C0-03 ${titleOfWalk(listed, 'a clerk')}`, async ({ page }) => {
      await signIn(page, county.username, county.origin, secret);
      await walk({ page, secret }, listed, county.origin);
    });

  test.describe('with a user of the provider,', () => {
    let provider: string;
    test.beforeAll(async () => {
      provider = await inviteProvider(county, secret);
    });

    for (const listed of providersOwn)
      test(titleOfWalk(listed, 'the provider'), async ({ page }) => {
        await signIn(page, provider, county.origin, secret);
        await walk({ page, secret }, listed, county.origin);
      });
  });
});

test('each screen that is not a form names the test file that walks it', () => {
  for (const listed of panelPageList) {
    const entry = walks[listed.name];
    if (!isScreen(entry)) continue;
    const text = readFileSync(path.join(import.meta.dirname, entry.changedBy), 'utf8').toLowerCase();
    const names = [listed.outside ?? listed.path.split('/')[0] ?? '', titleOf(listed)];
    const isNamed = names.some((name) => text.includes(name.toLowerCase()));
    expect(isNamed, `${entry.changedBy} opens ${listed.name}`).toBe(true);
  }
});
