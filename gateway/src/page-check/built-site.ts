import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { communicatorPage } from '../edge/card-communicator.js';
import { securityHeaders } from '../edge/security-headers.js';
import { startUp } from '../edge/web-files.js';
import { earlyLoads, readTemplate, webFolder } from '../edge/web-page.js';

/** A page of the build, with the headers that the gateway should send. */
export interface BuiltPage {
  readonly path: string;
  /** The page with `{{names}}` in place of the county's texts. */
  readonly template: string;
  /** The security headers by name. */
  readonly headers: ReadonlyMap<string, string>;
  /** The files that the page's `Link` header names. */
  readonly links: readonly string[];
}

/** The files of the build that are the same for every county. */
export interface BuiltSite {
  readonly pages: readonly BuiltPage[];
  /** The SHA-384 in base64 of the scripts and styles, by path. */
  readonly files: ReadonlyMap<string, string>;
  /** The start-up configuration as JSON; its payment URLs are those of the card frame. */
  readonly startUp: { readonly path: string; readonly json: string };
}

/**
 * The pages that are checked. Users pay by card on the page of results (purchases) and on any page after the sign-in
 * (deposits); the check takes a selection of these pages.
 */
const paths = ['login', 'home', 'search', 'search/SearchResults', 'purchases'].map(
  (page) => `/LandShark/${page}`,
);

export const sha384 = (bytes: Buffer): string => createHash('sha384').update(bytes).digest('base64');

const builtFiles = async (): Promise<Map<string, string>> => {
  const names = (await readdir(`${webFolder}assets`)).filter((name) => /\.(js|css)$/.test(name)).sort();
  const hashes = names.map(
    async (name) =>
      [`/LandShark/assets/${name}`, sha384(await readFile(`${webFolder}assets/${name}`))] as const,
  );
  return new Map(await Promise.all(hashes));
};

const builtCommunicator = async (paymentOrigin: string): Promise<BuiltPage> => {
  const { path, file, policy, paymentOrigin: origin } = communicatorPage(paymentOrigin);
  const headers = securityHeaders(paymentOrigin).set('content-security-policy', policy);
  headers.delete('x-frame-options');
  const template = (await readTemplate(file)).replace('{{paymentOrigin}}', origin);
  return { path, template, headers, links: [] };
};

/**
 * The pages of this build on which cards are used, with the card provider's page at the given origin (S18).
 * @throws when there is no build
 */
export const builtSite = async (paymentOrigin: string): Promise<BuiltSite> => {
  const template = await readTemplate('index.html');
  const headers = securityHeaders(paymentOrigin);
  const pages = paths.map(async (path) => ({
    ...{ path, template, headers },
    links: await earlyLoads(path),
  }));
  return {
    pages: await Promise.all([...pages, builtCommunicator(paymentOrigin)]),
    files: await builtFiles(),
    startUp: { path: '/LandShark/config.json', json: JSON.stringify(startUp({ paymentOrigin })) },
  };
};
