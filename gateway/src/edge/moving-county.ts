import { takesChanges } from '@portal/infra/county-config';
import { searchTypes } from '@portal/proto/http/search-types';
import type { County } from '@portal/proto/rpc/admin-config';
import type { FastifyRequest } from 'fastify';
import { wasPassedOn } from './forwarding.js';
import { apiPath } from './matched-route.js';

/** The POST routes, below the API's path, that only read. */
export const readingPosts: readonly string[] = [
  ...searchTypes.map((type) => `search/${type}`),
  ...['documentDetails', 'torrensCertificateDetails', 'taxLienDetails', 'grantorGranteeBookDetails'].map(
    (details) => `search/${details}`,
  ),
  ...['search/tractBookDetails', 'search/legalDescriptionDetails', 'tax/getLinks', 'gis/getLinks'],
  ...['platscodedescription', 'userscodedescription', 'accountscodedescription'].map(
    (list) => `helperdata/${list}`,
  ),
  ...['imaging/getThumbnails', 'report/page', 'submissions/list', 'submissions/details', 'logReact'],
  ...['purchases/list', 'purchases/spending', 'purchases/spendingCsv', 'purchases/receipt'],
  ...['efileQueue/list', 'efileQueue/details', 'currentUser/usageBalance', 'home/transactionReport'],
  ...['userManager/users', 'controlPanel/accounts', 'controlPanel/accountTaskList', 'cashier/list'],
];

const reading: ReadonlySet<string> = new Set(readingPosts.map((route) => apiPath + route));

/** The GET routes that begin or end sessions, or send the browser to the identity provider and back. */
const changingGets: ReadonlySet<string> = new Set(
  [
    ...['auth/logout', 'auth/provider/signIn', 'auth/provider/callback', 'auth/provider/prove'],
    'controlPanel/countyConfig/endUserSessions',
  ].map((route) => apiPath + route),
);

/**
 * True if the request has to wait, because its county is moving and accepts no changes. A county that is leaving still
 * answers requests that only read. A county that is arriving answers such a request only if the earlier installation
 * has forwarded it, which happens only after all rows are copied. Before that, rows that searches store here could
 * collide with rows that are still being copied.
 */
export const waitsForMove = (request: FastifyRequest, county: County, now: Date): boolean =>
  county.move !== undefined &&
  !takesChanges(county, now) &&
  !(onlyReads(request) && (county.move.standing === 'LEAVING' || wasPassedOn(request, county)));

/** True if the request's route only reads. A POST route that is not in the list counts as one that changes something. */
export const onlyReads = ({ method, routeOptions: { url = '' } }: FastifyRequest): boolean =>
  method === 'POST' ? reading.has(url) : ['GET', 'HEAD'].includes(method) && !changingGets.has(url);
