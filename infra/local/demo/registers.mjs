// The registers that a county has besides its documents: Torrens certificates, tax liens, tract books, grantor and
// grantee books. Rows go to `files.add(file, row)`, one document at a time.

const spoken = ({ last, first, middle }) => [first, middle, last].filter(Boolean).join(' ');
const joined = (parties) => parties.map(spoken).join(' AND ') || 'THE PUBLIC';
const key = ({ type, number }) => ({ document_type: type, document_number: number });
const usDate = (iso) => `${iso.slice(5, 7)}/${iso.slice(8, 10)}/${iso.slice(0, 4)}`;
/** The date that is this many days after the date `iso`. */
const dayAfter = (iso, days) => new Date(Date.parse(iso) + days * 86_400_000).toISOString().slice(0, 10);

/**
 * Torrens certificates. A document refers to a certificate in force, or opens new certificates that cancel an old one.
 */
export class Certificates {
  open = [];
  last = 0;

  /** @param {number} inForce approximate number of certificates in force at a time */
  constructor(files, random, inForce) {
    this.files = files;
    this.random = random;
    this.inForce = inForce;
  }

  /** @param document a Torrens document (type T) with its parties and legals */
  add(document) {
    const { random, open } = this;
    const standing =
      open.length > this.inForce / 2 && random.chance(0.83) ? random.pick(open) : this.begin(document);
    this.files.add('certificate_documents', { certificate_number: standing.number, ...key(document) });
    const { number, instrument, recorded_date: recorded, grantors, grantees } = document;
    const amount = instrument.shape === 'mortgage' ? ` FOR $${document.mortgage_amount}` : '';
    const terms = random.chance(0.1) ? ' SUBJECT TO TERMS & CONDITIONS STATED THEREIN' : '';
    this.text(standing, 'MEMORIAL', {
      text: `${instrument.description} DOCUMENT NO. ${number} RECORDED ${usDate(recorded)} ${joined(grantors)} TO ${joined(grantees)}${amount}${terms}`,
      document_number: number,
    });
  }

  begin(document) {
    const { random, open } = this;
    const split = random.chance(0.9) ? 1 : random.between(2, 4);
    const made = Array.from({ length: split }, () => this.made(document));
    for (const certificate of made) this.describe(certificate, document);
    if (open.length >= this.inForce) this.cancel(made);
    open.push(...made);
    return made[0];
  }

  made(document) {
    this.last += 1;
    return {
      number: `${this.last}${this.random.chance(0.005) ? 'A' : ''}`,
      nth: this.last,
      file: this.random.chance(0.3) ? `F-${this.last}` : '',
      recorded: document.recorded_date,
      openedBy: key(document),
      cancelledBy: [],
    };
  }

  describe(certificate, { legals, grantors, grantees, address }) {
    const [owners, { random }] = [grantees.length > 0 ? grantees : grantors, this];
    const easements = random.chance(0.2) ? ' SUBJECT TO EASEMENTS FOR UTILITY AND DRAINAGE PURPOSES' : '';
    this.text(certificate, 'LEGAL', {
      text: `${legals[0].description}, ACCORDING TO THE RECORDED PLAT THEREOF ON FILE AND OF RECORD${easements}`,
    });
    const estate = owners.length > 1 ? 'HUSBAND AND WIFE AS JOINT TENANTS' : 'A SINGLE PERSON';
    const { house_number: house, street, city } = address;
    this.text(certificate, 'RECITAL', {
      text: `${joined(owners)}, ${estate}, RESIDING AT ${house} ${street} ${city}`.trim(),
    });
  }

  text({ number }, section, row) {
    this.files.add('certificate_texts', { certificate_number: number, section, ...row });
  }

  cancel(made) {
    const at = this.random.below(this.open.length);
    const [old] = this.open.splice(at, 1);
    old.cancelledBy = made.map(({ number }) => number);
    this.write(old);
  }

  write({ number, nth, file, recorded, openedBy, cancelledBy }) {
    const cancelled = cancelledBy.length > 0;
    this.files.add('certificates', {
      certificate_number: number,
      file_number: file,
      certified_date: recorded,
      book: 1 + Math.floor(nth / 400),
      page: 1 + (nth % 400),
      status: cancelled ? 'CANCELLED' : 'ACTIVE',
      short_status: cancelled ? 'C' : 'A',
      ...openedBy,
      source: nth % 5 === 0 ? 'IMAGING' : 'LANDLINK',
      cancelled_by: cancelledBy.join('|'),
    });
  }

  finish() {
    for (const certificate of this.open) this.write(certificate);
  }
}

/** Tax liens. `waiting` has the liens that a later document will release. */
export class TaxLiens {
  waiting = [];
  amount = 0;

  /** @param {number} delay how many documents are recorded between a lien and its release */
  constructor(files, random, delay) {
    this.files = files;
    this.random = random;
    this.delay = delay;
  }

  /**
   * @param document a federal or state tax lien
   * @param {number} at its index in the list of documents
   */
  add(document, at) {
    const { files, random } = this;
    this.amount += 1;
    const federal = document.instrument.code === 'FTL';
    const nth = String(this.amount).padStart(6, '0');
    files.add('tax_liens', {
      ...key(document),
      lien_number: federal ? `F-${document.recorded_date.slice(2, 4)}-${nth}` : `S${nth}`,
      lien_date: dayAfter(document.recorded_date, -5 - random.below(60)),
      lien_type: federal ? 'FEDERAL' : 'STATE',
      total_amount: `${random.between(500, 90_000)}.${random.between(10, 99)}`,
      expire_date: random.chance(0.05) ? '' : dayAfter(document.recorded_date, 3_652),
    });
    for (const { last, first, middle } of document.grantors) {
      const { house_number: house, street, city } = document.address;
      const name = { last_name: last, first_name: first, middle_name: middle };
      files.add('tax_lien_parties', { ...key(document), ...name, address: `${house} ${street}, ${city}` });
    }
    if (this.delay < Infinity && random.chance(0.35))
      this.waiting.push({ lien: key(document), due: at + this.delay });
  }

  /** Uses a document as the release of an earlier lien, if a release is due. */
  pass(document, at) {
    if (!(this.waiting[0]?.due <= at)) return;
    const { files, random } = this;
    const { lien } = this.waiting.shift();
    const revoked = random.chance(0.1);
    const revocation = {
      revoke_document_type: document.type,
      revoke_document_number: document.number,
      revoke_date: dayAfter(document.recorded_date, 30),
    };
    files.add('tax_lien_releases', {
      ...lien,
      partial_full: random.chance(0.2) ? 'PARTIAL' : 'FULL',
      release_document_type: document.type,
      release_document_number: document.number,
      release_date: document.recorded_date,
      ...(revoked && revocation),
    });
    if (random.chance(0.15)) {
      const revision = { revision_document_type: document.type, revision_document_number: document.number };
      files.add('tax_lien_revisions', { ...lien, flag: 'R', ...revision });
    }
  }
}

/** Adds an entry of a tract book, one row for each legal description. */
export function addTractEntry(files, { entry, document, legals }) {
  const recorded = { recorded_date: document.recorded_date, recorded_time: document.recorded_time };
  for (const legal of legals) files.add('tract_books', { entry_number: entry, ...recorded, ...legal });
}

/**
 * Adds entries to the grantor and grantee books. For each span of years, each entry covers one range of the sorted
 * names.
 * @param {string[]} sorted names
 * @param {{ from: number, below: number, span: number, ranges: number }} years
 */
export function addBookEntries(files, sorted, years) {
  const { from, below, span, ranges } = years;
  const nameAt = (nth) => sorted[Math.min(sorted.length - 1, Math.floor((nth * sorted.length) / ranges))];
  let entry = 0;
  for (const type of ['GRANTOR', 'GRANTEE']) {
    for (let year = from; year < below; year += span) {
      for (let nth = 0; nth < ranges; nth += 1) {
        entry += 1;
        files.add('gg_books', {
          entry_number: entry,
          type,
          from_name: nameAt(nth),
          to_name: nameAt(nth + 1),
          from_date: `${year}-01-01`,
          to_date: `${year + span - 1}-12-31`,
        });
      }
    }
  }
}
