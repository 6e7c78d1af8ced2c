import { openPortal, type Portal, type PortalTerms } from './portal.js';
import { answerBatch, someDocument } from './records.js';

/** The URL of the results of a name search, with more parameters at its end. */
export const at = (more = ''): string =>
  `/search/SearchResults#search=searchByName&grantorGranteeLastName1=LIND${more}`;

/** The loaded rows, in order. */
export const rows = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('.results tbody tr:not(.is-pending)'),
];

/** Opens the results of a search with this many documents. */
export const open = (total: number, terms: PortalTerms = {}, address = at()): Promise<Portal> =>
  openPortal(address, {
    ...terms,
    handlers: {
      'search/searchByName': (body) => answerBatch(body, { total }),
      'search/documentDetails': ({ docId }) => someDocument(Number(String(docId).slice(1))),
      ...terms.handlers,
    },
  });

/** The searches sent to the server, in order. */
export const searches = ({ server }: Portal) => server.callsTo('search/searchByName').map(({ body }) => body);
