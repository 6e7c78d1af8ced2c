import { message } from '@portal/proto/message';
import * as z from 'zod/mini';
import { readBoundedXml, type Read, type XmlElement } from './bounded-xml.js';

/** Converts an amount in dollars to cents. The dollars may be followed by a point and two digits. */
const cents = z.pipe(
  z.string().check(z.regex(/^\d{1,9}(\.\d{2})?$/)),
  z.transform((text) => Math.round(Number(text) * 100)),
);
const uuid = z.pipe(
  z.uuid(),
  z.transform((text) => text.toLowerCase()),
);
const stamped = (most: number) => z.string().check(z.trim(), z.maxLength(most), z.regex(/^[\w .\/-]*$/));

const WRITTEN = /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/;
/** True for a date and time that exist: February 30 and 25:00 do not. */
const isMoment = (text: string): boolean => {
  const onClock = new Date(`${text.slice(0, 16)}Z`).getTime();
  const isShown = !Number.isNaN(onClock) && new Date(onClock).toISOString().startsWith(text.slice(0, 16));
  return isShown && !Number.isNaN(Date.parse(text));
};

const recorded = z.object({
  outcome: z.literal('RECORDED'),
  documentNumber: stamped(30).check(z.minLength(1)),
  /** The time as it is written in the answer. Without a time zone, it is in the county's local time. */
  recordedAt: z.string().check(z.regex(WRITTEN), z.refine(isMoment)),
  book: stamped(20),
  page: stamped(20),
  /** The fee in cents that the office took; null when the answer does not state a fee. */
  fee: z.nullable(cents),
});
const rejected = z.object({
  outcome: z.literal('REJECTED'),
  reasons: z
    .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(256)))
    .check(z.minLength(1), z.maxLength(20)),
  note: z.string().check(z.trim(), z.maxLength(1_000)),
});

/** The land system's answer about one document. */
export const documentAnswer = z.discriminatedUnion('outcome', [recorded, rejected]);
export type DocumentAnswer = z.output<typeof documentAnswer>;
export type RecordedAnswer = z.output<typeof recorded>;

export interface AnsweredDocument {
  readonly packageId: string;
  readonly filing: string;
  readonly answer: DocumentAnswer;
}

export interface LandSystemAnswer {
  /** Id of the county that answers. */
  readonly county: string;
  readonly documents: readonly AnsweredDocument[];
}

/**
 * Reads an answer of the office's land system: RESPONSE_GROUP of PRIA 2.4.2 with RESPONDING_PARTY, and in each PACKAGE
 * the documents with RECORDING_ENDORSEMENT or STATUS (imaging/DESIGN.md#the-exchange).
 */
export function readLandSystemAnswer(bytes: Uint8Array): Read<LandSystemAnswer> {
  const xml = readBoundedXml(bytes);
  if (xml.value === undefined) return xml;
  const root = xml.value;
  if (root.name !== 'RESPONSE_GROUP' || root.attributes.PRIAVersionIdentifier !== '2.4.2')
    return refused('notAnswer');
  const [party, other] = within(root, 'RESPONDING_PARTY');
  const county = party?.attributes._Identifier;
  if (county === undefined || other !== undefined) return refused('noCounty');
  const documents: AnsweredDocument[] = [];
  for (const one of within(root, 'RESPONSE', 'RESPONSE_DATA', 'PRIA_RESPONSE', 'PACKAGE')) {
    const packageId = uuid.safeParse(one.attributes._Identifier).data;
    if (packageId === undefined) return refused('noPackage');
    for (const document of within(one, 'PRIA_DOCUMENT')) {
      const read = documentOf(packageId, document);
      if (read.value === undefined) return read;
      documents.push(read.value);
    }
  }
  if (documents.length === 0) return refused('noDocument');
  const keys = new Set(documents.map(({ packageId, filing }) => `${packageId} ${filing}`));
  return keys.size < documents.length ? refused('documentTwice') : { value: { county, documents } };
}

function documentOf(packageId: string, document: XmlElement): Read<AnsweredDocument> {
  const filing = uuid.safeParse(document.attributes._UniqueIdentifier).data;
  if (filing === undefined) return refused('noDocument');
  const [endorsement, second] = within(document, 'RECORDING_ENDORSEMENT');
  const statuses = within(document, 'STATUS').filter(isRejection);
  // a document has either an endorsement or rejections
  if ((endorsement === undefined) === (statuses.length === 0) || second !== undefined)
    return refused('noOutcome');
  const found = documentAnswer.safeParse(endorsement ? recordedOf(endorsement) : rejectedOf(statuses));
  if (found.success) return { value: { packageId, filing, answer: found.data } };
  const field = found.error.issues[0]?.path[0];
  return { why: message('filings:exchange.wrongValue', { field: attributeOf[String(field)] ?? 'STATUS' }) };
}

const recordedOf = (endorsement: XmlElement) => {
  const { attributes } = endorsement;
  const [fees] = within(endorsement, '_FEES');
  const [page] = within(endorsement, '_VOLUME_PAGE');
  return {
    outcome: 'RECORDED',
    documentNumber: attributes._InstrumentNumberIdentifier,
    recordedAt: attributes._RecordedDateTime,
    book: attributes._Volume ?? '',
    page: page?.attributes._NumberIdentifier ?? '',
    fee: fees?.attributes._TotalAmount ?? null,
  };
};
/** The attribute of the XML that holds each value. */
const attributeOf: Readonly<Record<string, string>> = {
  documentNumber: '_InstrumentNumberIdentifier',
  recordedAt: '_RecordedDateTime',
  book: '_Volume',
  page: '_VOLUME_PAGE _NumberIdentifier',
  fee: '_FEES _TotalAmount',
  reasons: 'STATUS _Description',
  note: 'STATUS _Description',
};

const isRejection = ({ attributes }: XmlElement): boolean =>
  /^reject/i.test(attributes._Condition ?? attributes._Code ?? '');
/** The reasons are the RECORDING_ERROR elements if there are any, and otherwise the STATUS elements themselves. */
const rejectedOf = (statuses: readonly XmlElement[]) => {
  const errors = statuses.flatMap((status) => within(status, 'RECORDING_ERROR'));
  const isNote = ({ attributes }: XmlElement): boolean => errors.length > 0 || attributes._Name !== undefined;
  return {
    outcome: 'REJECTED',
    reasons:
      errors.length > 0
        ? errors.map(({ attributes }) => attributes._Description ?? attributes._Code)
        : statuses.map(({ attributes }) => attributes._Name ?? attributes._Description),
    note: statuses
      .filter(isNote)
      .flatMap(({ attributes }) => attributes._Description ?? [])
      .join('\n'),
  };
};

/** Follows a path of element names down from an element and returns the elements at its end. */
const within = (element: XmlElement, ...names: readonly string[]): readonly XmlElement[] =>
  names.reduce<readonly XmlElement[]>(
    (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
    [element],
  );

const refused = (why: string): { readonly why: string } => ({ why: message(`filings:exchange.${why}`) });
