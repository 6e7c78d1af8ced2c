import { documentKeyAt } from '../matching/document-number.rules.js';
import { foldName } from '../matching/name.rules.js';
import { minutesPerDay } from '../matching/recorded.rules.js';
import { legalColumns, legalValues } from './staged-legals.js';
import {
  actionOf,
  dayOf,
  identityOrNone,
  numberedOf,
  oneOf,
  recordedOf,
  reject,
  requiredText,
  type BundleRow,
} from './row.rules.js';
import { membersOf, shownDay, shownMinute } from './shown.rules.js';
import type { StagedFile } from './staged-file.js';

/** Reads the range of names and the range of days. Rejects a reversed range as a mistake of the office. */
function pageRange(row: BundleRow) {
  const [fromName, toName] = [requiredText(row, 'from_name', 200), requiredText(row, 'to_name', 200)];
  const [from, to] = [foldName(fromName), foldName(toName)];
  // a name without letters or digits would leave one end of the range open
  for (const [column, folded] of Object.entries({ from_name: from, to_name: to })) {
    if (folded === '') reject(column, 'neither letter nor digit');
  }
  if (from > to && !from.startsWith(to)) reject('to_name', 'before from_name');
  const [fromDay, toDay] = [dayOf(row, 'from_date'), dayOf(row, 'to_date')];
  if (fromDay > toDay) reject('to_date', 'before from_date');
  return { fromName, toName, from, to, fromDay, toDay };
}

const grantorGranteeBooks: StagedFile = {
  file: 'gg_books.csv',
  table: 'staged_gg_book',
  columns: `action text, sk_entry bigint, type text COLLATE "C", from_name text COLLATE "C", to_name text COLLATE "C",
    from_day int, to_day int, doc_sk bigint, head text, named text, unnamed text, tail text`,
  header: ['entry_number', 'type', 'from_name', 'to_name', 'from_date', 'to_date'],
  ordinalOf: (row) => numberedOf(row, 'entry_number', 'G').ordinal,
  stage: (row) => {
    const action = actionOf(row, ['DELETE']);
    const { ordinal, number } = numberedOf(row, 'entry_number', 'G');
    if (action === 'DELETE') return [action, ordinal, ...Array<null>(10).fill(null)];
    const type = oneOf(row, 'type', ['GRANTOR', 'GRANTEE']);
    const range = pageRange(row);
    const document = identityOrNone(row);
    // an entry without a document is shown by its own number
    const unnamed = { docNumber: number, docType: 'G' };
    const named = document && { docNumber: document.documentNumber, docType: document.documentType };
    const tail = {
      type,
      fromName: range.fromName,
      toName: range.toName,
      fromDate: shownDay(range.fromDay),
      toDate: shownDay(range.toDay),
    };
    const texts = [{ id: documentKeyAt(ordinal) }, named ?? unnamed, unnamed, tail].map(membersOf);
    const { from, to, fromDay, toDay } = range;
    return [action, ordinal, type, from, to, fromDay, toDay, document?.ordinal ?? null, ...texts];
  },
};

const tractBooks: StagedFile = {
  file: 'tract_books.csv',
  table: 'staged_tract_legal',
  columns: `action text, sk_entry bigint, rec_key int, head text, json text, ${legalColumns}`,
  header: ['entry_number', 'recorded_date', 'kind'],
  ordinalOf: (row) => numberedOf(row, 'entry_number', 'B').ordinal,
  stage: (row) => {
    const action = actionOf(row, ['DELETE']);
    const { ordinal, number } = numberedOf(row, 'entry_number', 'B');
    if (action === 'DELETE') return [action, ordinal, ...Array<null>(29).fill(null)];
    const recorded = recordedOf(row);
    const docId = documentKeyAt(ordinal);
    const { values, description, comment } = legalValues(row);
    const head = {
      docId,
      tractBookId: number,
      recordedDate: shownDay(Math.floor(recorded / minutesPerDay)),
      recordedDateTime: shownMinute(recorded),
    };
    const legal = JSON.stringify({ description, comment, docId });
    return [action, ordinal, recorded, membersOf(head), legal, ...values];
  },
};

export const bookFiles: readonly StagedFile[] = [grantorGranteeBooks, tractBooks];
