import type { CriteriaOf } from '@portal/proto/criteria/every-search';
import { beginningOf, maybe, someDays, typed, anyDay, type Random } from './drawn-criteria.js';
import { drawnLegal } from './drawn-document-criteria.js';
import type { PlainCounty } from './plain-county.js';
import type { PlainCertificate, PlainEntry, PlainLien, PlainTract } from './plain-records.js';
import { usOf } from './plain-folding.js';

const commonWords = [
  'mortgage',
  'DEED',
  'Lot',
  'recorded',
  'JOINT TENANTS',
  'N.A.',
  'OF',
  '1',
  'block 2',
  'and wife',
];

/** Criteria of the searches of certificates, liens and books, drawn from the rows of a county. */
export class RegisterCriteria {
  private readonly certificates: readonly PlainCertificate[];
  private readonly liens: readonly PlainLien[];
  private readonly tracts: readonly PlainTract[];

  constructor(
    private readonly county: PlainCounty,
    private readonly random: Random,
  ) {
    this.certificates = [...county.certificates.values()];
    this.liens = [...county.liens.values()];
    this.tracts = [...county.tracts.values()];
  }

  torrensCertificate(): CriteriaOf<'searchByTorrensCertificate'> {
    const { number } = this.random.pick(this.certificates);
    const ways = [
      number,
      number,
      number,
      number,
      number,
      number,
      `C${number}`,
      `c${number}`,
      `00${number}`,
      `${number}B`,
      `T${number}`,
      '',
    ];
    return typed('searchByTorrensCertificate', { certificateNumber: this.random.pick(ways) });
  }

  torrensText(): CriteriaOf<'searchByTorrensText'> {
    const { random } = this;
    const searchIn = random.pick(['ALL', 'ALL', 'LEGAL', 'DOCUMENT', 'MEMORIAL', 'RECITAL'] as const);
    const { texts } = random.pick(this.certificates);
    const fitting = texts.filter(({ section }) => section === searchIn);
    const chosen = random.pick(fitting.length > 0 ? fitting : texts);
    const numbered = texts.filter(({ document }) => document !== '');
    if (numbered.length > 0 && (searchIn === 'DOCUMENT' || random.chance(0.1))) {
      const { document } = random.pick(numbered);
      return typed('searchByTorrensText', {
        searchIn,
        text: random.pick([document, `T${document}`, `00${document}`]),
      });
    }
    if (random.chance(0.15))
      return typed('searchByTorrensText', { searchIn, text: random.pick(commonWords) });
    const words = chosen.text.split(' ');
    const from = random.between(0, words.length - 1);
    const phrase = words.slice(from, from + random.between(1, 4)).join(random.pick([' ', ' ', ', ']));
    const cut = random.chance(0.2) ? phrase.slice(random.between(0, 1), -1) : phrase;
    return typed('searchByTorrensText', { searchIn, text: beginningOf(random, cut, 1, 1) });
  }

  grantorGranteeBook(): CriteriaOf<'searchByGrantorGranteeBook'> {
    const { random, county } = this;
    const entry: PlainEntry = random.pick(county.entries);
    const parties = [...county.liens.values()][random.between(0, county.liens.size - 1)]?.taxpayers ?? [];
    const someone = parties[0]?.written.last ?? entry.from;
    const year = Number(entry.fromDay.slice(0, 4));
    const narrow = random.chance(0.4);
    return typed('searchByGrantorGranteeBook', {
      grantorGranteeLastName: random.pick([entry.from, beginningOf(random, entry.to, 1), someone, someone]),
      searchIn: random.pick(['BOTH', 'BOTH', 'GRANTORS', 'GRANTEES']),
      fromRecordedDate: narrow ? `06/15/${year}` : anyDay.fromRecordedDate,
      toRecordedDate: narrow ? `07/01/${year + 3}` : anyDay.toRecordedDate,
    });
  }

  taxLien(): CriteriaOf<'searchByTaxLien'> {
    const { random } = this;
    const lien = random.pick(this.liens);
    const { document, written, taxpayers } = lien;
    const method = random.pick([
      'DATERANGE',
      'DATERANGE',
      'DOCUMENTNUMBER',
      'LIENNUMBER',
      'TAXPAYER',
      'TAXPAYER',
    ] as const);
    const days = {
      DATERANGE: random.chance(0.5)
        ? { fromRecordedDate: usOf(document.day), toRecordedDate: usOf(document.day) }
        : someDays(random, document.day),
    };
    const name = taxpayers[0]?.written;
    const withFirst = random.chance(0.4) && taxpayers[0]?.first !== '';
    const { number, type } = document;
    return typed('searchByTaxLien', {
      searchByTaxLienMethod: method,
      currentOrExpired: random.pick(['ALL', 'ALL', 'ALL', 'EXPIRED', 'CURRENT']),
      documentType: random.chance(0.1) ? type : 'ALL',
      ...(method === 'DATERANGE' && days.DATERANGE),
      ...(method === 'DOCUMENTNUMBER' && {
        documentNumber: random.pick([number, `0${number}`, type + number]),
      }),
      ...(method === 'LIENNUMBER' && {
        lienNumber: random.pick([written.lienNumber, written.lienNumber.toLowerCase(), lien.lienNumber]),
      }),
      ...(method === 'TAXPAYER' && {
        taxpayerName: beginningOf(random, name?.last ?? 'SM', 1),
        taxpayerFirstName: withFirst ? beginningOf(random, name?.first ?? '', 1) : '',
        taxpayerMiddleInitial: withFirst ? maybe(random, 0.3, taxpayers[0]?.initial ?? '') : '',
      }),
    });
  }

  tractBookId(): CriteriaOf<'searchByTractBookId'> {
    const { number } = this.random.pick(this.tracts);
    const ways = [
      number,
      number,
      number,
      number,
      `B${number}`,
      `0${number}`,
      number.toLowerCase(),
      `${number}Q`,
    ];
    return typed('searchByTractBookId', { tractBookId: this.random.pick(ways) });
  }

  tractBookLegal(): CriteriaOf<'searchByTractBookLegal'> {
    const { random } = this;
    const { legals, day } = random.pick(this.tracts);
    const legal = random.pick(legals);
    const place = drawnLegal(random, legal, this.county.plats);
    const section = legal.kind === 'MB' ? { section: legal.written['section'] ?? '1' } : {};
    return typed('searchByTractBookLegal', { ...place, ...section, ...someDays(random, day) });
  }
}
