// Two implementations that the product is compared with (peers). Both run in one process of bare Fastify, without
// session, queue or history, so they are faster than a complete service. `/search` is the same search written the usual
// way: the ORM loads documents with their parties, legal descriptions and references as relations and maps them to
// result rows. `/statement` runs the product's own statement and sends the text that PostgreSQL returns, which shows
// the least that Node, HTTP and the driver cost.
import Fastify from 'fastify';
import pg from 'pg';
import { DataSource, EntitySchema, In } from 'typeorm';

const text = { type: 'text' };
const schema = 'bench_peer';
const one = (target, column) => ({ type: 'many-to-one', target, joinColumn: { name: column } });
const many = (target, inverseSide) => ({ type: 'one-to-many', target, inverseSide });

const entities = [
  new EntitySchema({
    name: 'Instrument',
    tableName: 'instrument',
    schema,
    columns: { code: { ...text, primary: true }, description: text, ordinal: { type: 'int' } },
  }),
  new EntitySchema({
    name: 'Document',
    tableName: 'document',
    schema,
    columns: {
      id: { type: 'bigint', primary: true },
      docType: { ...text, name: 'doc_type' },
      docNumber: { ...text, name: 'doc_number' },
      recordedAt: { type: 'timestamp', name: 'recorded_at' },
      instrumentDate: { type: 'date', name: 'instrument_date', nullable: true },
      bookOrder: { type: 'bigint', name: 'book_order' },
      bookType: { ...text, name: 'book_type' },
      book: text,
      page: text,
      salePrice: { type: 'bigint', name: 'sale_price', nullable: true },
      mortgageAmount: { type: 'bigint', name: 'mortgage_amount', nullable: true },
      verified: { type: 'boolean' },
    },
    relations: {
      instrument: one('Instrument', 'instrument_code'),
      parties: many('Party', 'document'),
      legals: many('Legal', 'document'),
      references: many('Reference', 'document'),
    },
  }),
  new EntitySchema({
    name: 'Party',
    tableName: 'party',
    schema,
    columns: {
      id: { type: 'int', primary: true },
      role: text,
      seq: { type: 'int' },
      lastName: { ...text, name: 'last_name' },
      firstName: { ...text, name: 'first_name' },
      fullLast: { ...text, name: 'full_last' },
      fullFirst: { ...text, name: 'full_first' },
      fullMiddle: { ...text, name: 'full_middle' },
    },
    relations: { document: one('Document', 'document_id') },
  }),
  new EntitySchema({
    name: 'Legal',
    tableName: 'legal',
    schema,
    columns: { id: { type: 'int', primary: true }, seq: { type: 'int' }, description: text, comment: text },
    relations: { document: one('Document', 'document_id') },
  }),
  new EntitySchema({
    name: 'Reference',
    tableName: 'reference',
    schema,
    columns: { id: { type: 'int', primary: true }, seq: { type: 'int' } },
    relations: { document: one('Document', 'document_id'), target: one('Document', 'target_id') },
  }),
];

const orders = {
  docNumber: 'd.id',
  recordedDate: 'd.recordedAt',
  book: 'd.bookOrder',
  instrument: 'i.ordinal',
};
const relations = {
  instrument: true,
  parties: true,
  legals: true,
  references: { target: { instrument: true } },
};
const roles = { GRANTORS: 'R', GRANTEES: 'E' };
const folded = (name) => name.toUpperCase().replace(/[^A-Z0-9]/g, '');

function nameCondition(nth, body, parameters) {
  const [last, first] = [body[`grantorGranteeLastName${nth}`], body[`grantorGranteeFirstName${nth}`]];
  const role = roles[body.grantorGranteeSearchIn];
  parameters[`last${nth}`] = `${folded(last)}%`;
  parameters[`first${nth}`] = `${folded(first ?? '')}%`;
  parameters.role = role;
  const parts = [`m${nth}.lastName LIKE :last${nth}`, first && `m${nth}.firstName LIKE :first${nth}`];
  return [...parts, role && `m${nth}.role = :role`].filter(Boolean).join(' AND ');
}

/**
 * The search as a competent team would write it: first the keys of the page and the count, then the relations of these
 * documents, with one query for each relation.
 */
async function search(documents, body) {
  const parameters = { from: usDay(body.fromRecordedDate), to: `${usDay(body.toRecordedDate)} 23:59` };
  const query = documents
    .createQueryBuilder('d')
    .innerJoin('d.instrument', 'i')
    .select(['d.id', 'd.recordedAt']);
  query.addSelect(['d.bookOrder', 'i.ordinal']).where('d.recordedAt BETWEEN :from AND :to');
  for (const nth of [1, 2].filter((name) => body[`grantorGranteeLastName${name}`])) {
    query.innerJoin('d.parties', `m${nth}`, nameCondition(nth, body, parameters));
  }
  const order = orders[body.sortKey ?? 'docNumber'];
  query.setParameters(parameters).orderBy(order, 'ASC').addOrderBy('d.id', 'ASC').take(25);
  const [page, count] = await query.getManyAndCount();
  const ids = page.map(({ id }) => id);
  const found = await documents.find({ where: { id: In(ids) }, relations, relationLoadStrategy: 'query' });
  const byId = new Map(found.map((document) => [document.id, document]));
  return { rows: ids.map((id) => resultRow(byId.get(id))), total: Math.min(count, 1000) };
}

const usDay = (typed) => typed.replace(/(\d\d)\/(\d\d)\/(\d{4})/, '$3-$1-$2');
const shownDay = (date) =>
  date
    .toISOString()
    .slice(0, 10)
    .replace(/(\d{4})-(\d\d)-(\d\d)/, '$2/$3/$1');
const halfDay = (date) => (date.getUTCHours() < 12 ? 'AM' : 'PM');
const shownTime = (date) =>
  `${((date.getUTCHours() + 11) % 12) + 1}:${String(date.getUTCMinutes()).padStart(2, '0')}`;
const dollars = (cents) =>
  cents === null ? '' : `$${(Number(cents) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
const bySeq = (list) => [...list].sort((a, b) => a.seq - b.seq);
const keyOf = ({ docType, docNumber }) => docType + docNumber;

const shownParty = ({ fullLast, fullFirst, fullMiddle }) => ({
  displayName: [fullLast, fullFirst, fullMiddle].filter(Boolean).join(' '),
  lastName: fullLast,
  firstName: fullFirst,
  middleInitial: fullMiddle.slice(0, 1),
});

const shownReference = ({ target }) => ({
  docId: keyOf(target),
  docNumber: target.docNumber,
  docType: target.docType,
  displayDocNumber: keyOf(target),
  instrumentDescription: target.instrument.description,
  recordedDate: shownDay(target.recordedAt),
  recordedTime: shownTime(target.recordedAt),
  recordedAmPm: halfDay(target.recordedAt),
});

function resultRow(document) {
  const { recordedAt, instrumentDate, parties, legals, references } = document;
  const ofRole = (role) => bySeq(parties.filter((party) => party.role === role));
  const [grantors, grantees] = [ofRole('R'), ofRole('E')];
  const book = [document.book, document.page, document.bookType];
  return {
    docId: keyOf(document),
    docType: document.docType,
    docNumber: document.docNumber,
    displayDocNumber: keyOf(document),
    instrumentCode: document.instrument.code,
    instrumentDescription: document.instrument.description,
    displayBookAndPage: book.filter(Boolean).join('/'),
    recordedDate: shownDay(recordedAt),
    recordedDateTime: `${shownDay(recordedAt)} ${shownTime(recordedAt)} ${halfDay(recordedAt)}`,
    instrumentDate: instrumentDate ? shownDay(new Date(instrumentDate)) : '',
    mortgageAmount: dollars(document.mortgageAmount),
    salePrice: dollars(document.salePrice),
    verifiedStatus: document.verified ? 'VERIFIED' : 'NOT VERIFIED',
    grantorSearchResults: grantors.slice(0, 1).map(shownParty),
    granteeSearchResults: grantees.slice(0, 1).map(shownParty),
    referenceDocumentSearchResults: bySeq(references).slice(0, 1).map(shownReference),
    legalSearchResults: bySeq(legals)
      .slice(0, 1)
      .map(({ description, comment }) => ({ description, comment, docId: keyOf(document) })),
    torrensSearchResults: [],
    additionalInfoSearchResults: [],
    displayOnlySearchResults: [],
    grantorCount: grantors.length,
    granteeCount: grantees.length,
    referenceCount: references.length,
    legalCount: legals.length,
  };
}

process.env.TZ = 'UTC';
const source = new DataSource({
  type: 'postgres',
  url: process.argv[2],
  entities,
  poolSize: 10,
  installExtensions: false,
});
await source.initialize();
const documents = source.getRepository('Document');
const server = Fastify();
server.post('/search', async ({ body }) => {
  const { rows, total } = await search(documents, body);
  const searchResults = { searchResultList: rows, totalRecordCount: total, currentRecordCount: rows.length };
  return { ok: true, content: { searchResults } };
});
const pool = new pg.Pool({
  connectionString: process.argv[2],
  max: 10,
  options: '-c search_path=search,public',
});
server.post('/statement', async ({ body }, reply) => {
  const { rows } = await pool.query({ name: body.name, text: body.text, values: body.params });
  reply.type('application/json');
  return `{"ok":true,"content":{"ids":"${rows[0]?.ids ?? ''}","rows":[${rows[0]?.rows ?? ''}]}}`;
});
await server.listen({ port: 0, host: '127.0.0.1' });
process.on('disconnect', () => process.exit(0));
process.send({ port: server.server.address().port });
