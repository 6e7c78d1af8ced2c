/** @jest-environment jsdom */
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { readConfiguration, readCountyOf, removeOldWorkers, showLogo } from '../src/app/start.js';
import { defaultCounty, readCounty } from '../src/shared/county.js';
import { openStore } from '../src/app/store.js';
import { loadTexts, startTexts, textIn } from '../src/shared/i18n/i18n.js';
import { balanceRead, signedIn } from '../src/shared/state/session.slice.js';
import { openServer, refuse, someHelp, someUser } from './portal.js';

afterEach(() => {
  jest.restoreAllMocks();
  sessionStorage.clear();
});

const configuration = {
  countyDirectory: 'lake',
  routerBaseName: '/LandShark',
  serverAddress: 'https://county.example/LandShark/api',
  paymentPageAddress: 'https://pay.example/page',
  paymentScriptAddress: 'https://pay.example/script',
};
const nothing = { namedContentResultList: [], namedCodeDescriptionResultList: [] };

describe('the start-up', () => {
  test('A1-05 first reads the configuration file', async () => {
    const asked: string[] = [];
    globalThis.fetch = ((address: string) => {
      asked.push(address);
      return Promise.resolve({ json: () => Promise.resolve(configuration) });
    }) as unknown as typeof fetch;
    expect(await readConfiguration('/LandShark/config.json')).toEqual(configuration);
    expect(asked).toEqual(['/LandShark/config.json']);
  });

  test('A1-11 logs a configuration that does not load, and continues', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    globalThis.fetch = (() => Promise.reject(new TypeError('offline'))) as typeof fetch;
    const read = await readConfiguration('/LandShark/config.json');
    expect(read).toMatchObject({ routerBaseName: '/LandShark', serverAddress: '/LandShark/api' });
    expect(log).toHaveBeenCalledTimes(1);
  });

  test('A1-07 A1-08 sends the five helperdata calls to the server address with credentials', async () => {
    const asked: { address: string; credentials: string | undefined }[] = [];
    const server = openServer({ '*': () => nothing });
    const answer = globalThis.fetch;
    globalThis.fetch = ((address: string, init: RequestInit) => {
      asked.push({ address, credentials: init.credentials });
      return answer(address, init);
    }) as typeof fetch;
    await readCountyOf(configuration);
    expect(server.calls.map(({ path }) => path).sort()).toEqual([
      'helperdata/landlink',
      'helperdata/landshark',
      'helperdata/landsharkcodedescription',
      'helperdata/notableDates',
      'helperdata/productVersions',
    ]);
    expect(asked.map(({ address, credentials }) => [address, credentials]).sort()).toEqual(
      ['landlink', 'landshark', 'landsharkcodedescription', 'notableDates', 'productVersions'].map((name) => [
        ...[`https://county.example/LandShark/api/helperdata/${name}`, 'include'],
      ]),
    );
  });

  test('A1-12 logs the failure, and shows no alert, when helperdata does not load', async () => {
    const alert = jest.spyOn(window, 'alert').mockImplementation(() => undefined);
    const server = openServer({
      'helperdata/landshark': () => refuse({ status: 500, message: 'No.' }),
      '*': () => nothing,
    });
    const county = await readCountyOf(configuration);
    expect(county.common.appTitle).toBe('Land Record Portal');
    expect(server.callsTo('logReact')).toHaveLength(1);
    expect(alert).not.toHaveBeenCalled();
  });

  test('A1-10 removes the service worker of an earlier version', async () => {
    const unregister = jest.fn(() => Promise.resolve(true));
    Object.defineProperty(navigator, 'serviceWorker', {
      configurable: true,
      value: { getRegistrations: () => Promise.resolve([{ unregister }]) },
    });
    await removeOldWorkers();
    expect(unregister).toHaveBeenCalledTimes(1);
  });
});

test('texts that could not be loaded at the start are requested again by the page that needs them', async () => {
  let broken = true;
  await startTexts(
    (_catalogue, namespace) =>
      broken ? Promise.reject(new Error('offline')) : Promise.resolve({ title: namespace }),
    ['shell'],
  );
  broken = false;
  await loadTexts('shell');
  expect(textIn('ENGLISH')('shell:title')).toBe('shell');
});

describe('the stored state of a tab', () => {
  const key = 'portal.session.v2';
  const written = async (): Promise<{ search: Record<string, unknown> }> => {
    const store = openStore(sessionStorage);
    store.dispatch(signedIn(someUser()));
    await new Promise((resolve) => setTimeout(resolve, 200));
    return JSON.parse(sessionStorage.getItem(key) ?? '');
  };

  test('is restored when the tab is loaded again', async () => {
    await written();
    expect(openStore(sessionStorage).getState().session.user).toEqual(someUser());
  });

  test('is restored even if a reload follows right after a change', async () => {
    await written();
    const store = openStore(sessionStorage);
    store.dispatch(balanceRead('$21.00'));
    globalThis.dispatchEvent(new Event('pagehide'));
    expect(openStore(sessionStorage).getState().session.user?.usageBalance).toBe('$21.00');
  });

  test.each([
    ['is missing', undefined],
    ['has other values than expected', { search: 'x', visitedPages: null }],
  ])('is dropped when a part of it %s', async (_what, list) => {
    const state = await written();
    sessionStorage.setItem(key, JSON.stringify({ ...state, search: { ...state.search, list } }));
    const { session, search } = openStore(sessionStorage).getState();
    expect(session.user).toBeNull();
    expect(search.list.visitedPages).toEqual([]);
  });
});

describe('the configuration of the county', () => {
  test('A1-02 A1-03 has the default for each missing label', () => {
    expect(readCounty('lake', {}).common).toMatchObject({
      appTitle: 'Land Record Portal',
      bookLabel: 'Book',
      torrensLabel: 'Torrens',
    });
  });

  test('B2-55 contains the flags for the searches of the county', () => {
    const flags = {
      common: { torrensLabel: 'Registered' },
      index: { torrensUseFileNumber: true },
      search: { defaultSearch: 'searchByPlat', enabled: ['searchByPlat', 'searchByTaxLien'] },
    };
    expect(readCounty('lake', someHelp(flags))).toMatchObject(flags);
    expect(readCounty('lake', {}).index.torrensUseFileNumber).toBe(false);
  });

  test('A1-01 contains the name, the title and the labels of the county', () => {
    const common = {
      countyName: 'Lake County',
      appTitle: 'Records',
      bookLabel: 'Volume',
      torrensLabel: 'Registered',
    };
    expect(readCounty('lake', someHelp({ common })).common).toMatchObject(common);
  });

  test('has the default for a part that is not valid', () => {
    expect(readCounty('lake', someHelp({ search: { defaultSearch: 7 } })).search.defaultSearch).toBe(
      'searchByName',
    );
  });
});

test('an uploaded logo of the county replaces the logo of the style sheet', () => {
  const { style } = document.documentElement;
  const county = { ...defaultCounty, directory: '/LandShark/img/' };
  showLogo(county);
  expect(style.getPropertyValue('--county-logo')).toBe('');
  showLogo({ ...county, sitePictures: { logo: 'seal.webp' } });
  expect(style.getPropertyValue('--county-logo')).toBe('url("/LandShark/img/seal.webp")');
  style.removeProperty('--county-logo');
});
