import {
  helperContent,
  helperNames,
  startUpConfiguration,
  type HelperContent,
  type HelperName,
  type StartUpConfiguration,
} from '@portal/proto/http/start-up';
import { call } from '../shared/http/call.js';
import { reportToServer } from '../shared/http/client-log.js';
import { setServerAddress } from '../shared/http/server.js';
import { readCounty, type County } from '../shared/county.js';

const defaultConfiguration: StartUpConfiguration = {
  countyDirectory: '',
  routerBaseName: '/LandShark',
  serverAddress: '/LandShark/api',
  paymentPageAddress: '',
  paymentScriptAddress: '',
};

/** GET config.json; a failure is logged and the defaults are used (A1-05, A1-11). */
export const readConfiguration = async (address: string): Promise<StartUpConfiguration> => {
  try {
    const response = await fetch(address, { credentials: 'include' });
    return startUpConfiguration.parse(await response.json());
  } catch (error) {
    // oxlint-disable-next-line no-console -- the server's address is not known yet, so the error cannot be sent there
    console.error('The start-up configuration could not be loaded.', error);
    return defaultConfiguration;
  }
};

const readHelper = async (name: HelperName): Promise<[HelperName, HelperContent] | undefined> => {
  const result = await call({ path: `helperdata/${name}`, method: 'GET' }, helperContent);
  if ('content' in result) return [name, result.content];
  reportToServer('warn', `helperdata/${name} could not be loaded`);
  return undefined;
};

/** Makes the five helperdata calls in parallel. A failed call is only logged (A1-08, A1-12). */
export const readCountyOf = async (configuration: StartUpConfiguration): Promise<County> => {
  setServerAddress(configuration.serverAddress);
  const answers = await Promise.all(helperNames.map(readHelper));
  const arrived = answers.filter((answer) => answer !== undefined);
  return readCounty(configuration.countyDirectory, Object.fromEntries(arrived));
};

/** A logo uploaded by the county replaces the logo of the style sheet. */
export const showLogo = ({ directory, sitePictures: { logo } }: County): void => {
  if (logo !== '')
    document.documentElement.style.setProperty('--county-logo', `url("${encodeURI(directory + logo)}")`);
};

/** Removes the service workers of earlier versions (A1-10). */
export const removeOldWorkers = async (): Promise<void> => {
  if (!('serviceWorker' in navigator)) return;
  const workers = await navigator.serviceWorker.getRegistrations().catch(() => []);
  await Promise.all(workers.map((worker) => worker.unregister()));
};
