import { Injectable } from '@nestjs/common';
import { CountySections } from '@portal/infra/county-config';
import { RpcClient } from '@portal/infra/rpc';
import { dollars } from '@portal/proto/amounts';
import type { Figures, HomeContent } from '@portal/proto/http/home';
import type { Paragraph } from '@portal/proto/http/login-page';
import { isStaff, type Role } from '@portal/proto/roles';
import {
  getTransactionTotals,
  type TransactionScope,
  type TransactionSums,
  type TransactionTotals,
} from '@portal/proto/rpc/transactions';
import { slideFilesOf } from '../edge/county-files.js';
import { actorOf, type Visit } from '../session/visit.js';
import { HelperContentReader } from './helper-content.js';
import type { ReadableSections } from './login-page.js';
import { filledParagraphs } from './paragraphs.js';

const noFigures: Figures = { headings: [], rows: [] };

/**
 * The transactions that the home page sums up: those of the county, of the account or of the user; undefined for roles
 * that see no transactions (A7-06, A12-40).
 */
const scopeOf = (role: Role | undefined): TransactionScope | undefined => {
  if (role === undefined || role === 'GUEST') return undefined;
  if (isStaff(role)) return 'COUNTY';
  return role === 'ACCOUNT' ? 'ACCOUNT' : 'USER';
};

/** Builds the content of the home page from the county's selections (A7-01) and the user's role (A7-06). */
@Injectable()
export class HomeContentReader {
  constructor(
    private readonly sections: CountySections,
    private readonly helpers: HelperContentReader,
    private readonly rpc: RpcClient,
  ) {}

  async read(visit: Visit, sections: ReadableSections = this.sections): Promise<HomeContent> {
    const { id } = visit.county;
    const [selected, common, slides, pictures, news, links, loginLinks] = await Promise.all([
      sections.get(id, 'homeSelections'),
      sections.get(id, 'common'),
      sections.get(id, 'loginPageSlides'),
      sections.get(id, 'sitePictures'),
      sections.get(id, 'homeLatestNews'),
      sections.get(id, 'homeExternalLinks'),
      sections.get(id, 'loginPageLinks'),
    ]);
    const scope = selected.transactions ? scopeOf(visit.session?.user.role) : undefined;
    const { contactName, contactTitle, contactPhone, contactEmail } = common;
    const { latestNewsLoginPage: _news, linksLoginPage: _links, ...selections } = selected;
    const [totals, dates] = await Promise.all([
      scope ? this.totals(visit, scope) : noFigures,
      selected.notableDates ? this.dates(id, sections) : noFigures,
    ]);
    return {
      selections: { ...selections, transactions: scope !== undefined },
      numberOfSlides: selected.loginSlides ? slides.numberOfSlides : 0,
      captions: selected.loginSlides ? slides.captions : [],
      slideFiles: selected.loginSlides ? slideFilesOf(pictures) : [],
      common: selected.contactUs
        ? { contactName, contactTitle, contactPhone, contactEmail }
        : { contactName: '', contactTitle: '', contactPhone: '', contactEmail: '' },
      notableDates: dates,
      transactionTotals: totals,
      links: selected.links ? withoutDisclaimer(filledParagraphs(links.paragraphs)) : [],
      latestNews: selected.latestNews ? filledParagraphs(news.paragraphs) : [],
      disclaimer: selected.disclaimer ? disclaimerOf([...loginLinks.paragraphs, ...links.paragraphs]) : '',
    };
  }

  /** Returns empty totals if the payments service does not answer; the page is then shown without transactions. */
  private async totals(visit: Visit, scope: TransactionScope): Promise<Figures> {
    const answer = await this.rpc.call(getTransactionTotals, { scope }, { actor: actorOf(visit) });
    return answer.ok ? totalsTable(answer.value) : noFigures;
  }

  private dates(county: string, sections: ReadableSections): Promise<Figures> {
    return this.helpers.notableDates(county, sections).then(
      ({ show, headings, rows }) => (show && rows.length > 0 ? { headings, rows } : noFigures),
      () => noFigures,
    );
  }
}

/**
 * True for a link with the heading Disclaimer. Its text is the county's disclaimer (A7-04, C4-27). If both pages of
 * links have such a link, the link of Login - Links is used.
 */
const isDisclaimer = ({ heading }: Paragraph): boolean => heading.trim().toLowerCase() === 'disclaimer';
const disclaimerOf = (links: readonly Paragraph[]): string =>
  links.find(isDisclaimer)?.paragraphContent ?? '';
const withoutDisclaimer = (links: readonly Paragraph[]): Paragraph[] =>
  links.filter((link) => !isDisclaimer(link));

const times = ['today', 'month', 'year'] as const;

/** Writes a table with a row for each kind of transaction that occurred this year; the last row is the total. */
export function totalsTable(totals: TransactionTotals): Figures {
  const rowOf = (label: string, text: (sums: TransactionSums) => string, kind: string) =>
    totals
      .filter((each) => each.kind === kind)
      .map((each) => ({ label, values: times.map((time) => text(each[time])) }));
  const count = ({ count: number }: TransactionSums): string => number.toLocaleString('en-US');
  const pages = (sums: TransactionSums): string => sums.pages.toLocaleString('en-US');
  const added = ({ credited }: TransactionSums): string => `$${dollars(credited)}`;
  const charged = times.map((time) => totals.reduce((sum, each) => sum + each[time].charged, 0));
  const charges = { label: 'charges', values: charged.map((cents) => `$${dollars(cents)}`) };
  return {
    headings: [...times],
    rows: [
      ...rowOf('searches', count, 'SEARCH'),
      ...rowOf('details', count, 'DETAILS'),
      ...rowOf('images', pages, 'IMAGES'),
      ...rowOf('deposits', added, 'DEPOSIT'),
      ...(totals.length > 0 ? [charges] : []),
    ],
  };
}
