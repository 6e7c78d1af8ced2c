import * as z from 'zod/mini';
import {
  commonSection,
  indexSection,
  loginPageRegistrationSection,
  search2Section,
  searchSection,
  userAccessSection,
  userLockoutSection,
} from '@portal/proto/config/shown-sections';
import type { CodeDescription } from '@portal/proto/http/envelope';
import type { CriterionList } from '@portal/proto/http/search-types';
import { languageOffer, type HelperContent, type HelperName } from '@portal/proto/http/start-up';

const notableDates = z._default(
  z.object({
    show: z.boolean(),
    useVerificationDate: z.boolean(),
    abstractIndexBeginDate: z.string(),
    abstractVerifiedDate: z.string(),
    headings: z.array(z.string()),
    rows: z.array(z.object({ label: z.string(), values: z.array(z.string()) })),
  }),
  {
    show: false,
    useVerificationDate: false,
    abstractIndexBeginDate: '',
    abstractVerifiedDate: '',
    headings: [],
    rows: [],
  },
);
const place = z._default(
  z.object({ id: z.string(), state: z.string(), timeZone: z.string(), today: z.string() }),
  { id: '', state: '', timeZone: '', today: '' },
);
/** The public part of the escrow settings (A5-12). */
const escrow = z._default(z.object({ reloadByCreditCard: z.boolean() }), { reloadByCreditCard: false });
/** True if administrators of flat-fee accounts may buy more images (A5-13). */
const flatFee = z._default(z.object({ accountAdminReload: z.boolean() }), { accountAdminReload: false });
/** True if documents can be e-filed with the county through the portal (B10-01). */
const efile = z._default(z.object({ efile: z.boolean() }), { efile: false });
/** The county's name for the identity provider through which its staff can sign in; empty if there is none. */
const staffSignIn = z._default(z.object({ providerName: z.string() }), { providerName: '' });
/** The file of the county's logo; empty if the county uses the portal's own. */
const sitePictures = z._default(z.object({ logo: z.string() }), { logo: '' });
const product = z._default(z.object({ version: z.string(), commit: z.string() }), {
  version: '5.2.15',
  commit: '',
});

/** The code lists that forms choose from (A1-09, B2-56). */
export type ListName = CriterionList | 'islands';

/** The county's settings and lists, by their names in helperdata. */
const parts = {
  common: commonSection,
  languages: languageOffer,
  search: searchSection,
  search2: search2Section,
  index: indexSection,
  userLockout: userLockoutSection,
  loginPageRegistration: loginPageRegistrationSection,
  userAccess: userAccessSection,
  escrow,
  flatFee,
  efile,
  staffSignIn,
  county: place,
  sitePictures,
  product,
  notableDates,
};
type Parts = { [Name in keyof typeof parts]: z.output<(typeof parts)[Name]> };
export interface County extends Parts {
  /** Folder of the county's pictures. */
  directory: string;
  lists: Record<ListName, CodeDescription[]>;
}

/**
 * Reads a part of the county. A missing or invalid part gets its default, so that the portal starts even if helperdata
 * is faulty (A1-12).
 */
const readPart = <S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> => {
  const read = [value, {}, undefined].map((candidate) => schema.safeParse(candidate));
  const good = read.find(({ success }) => success);
  if (!good?.success) throw new Error('A part of the county has no default');
  return good.data;
};

/** Sections that helperdata returns unchanged. */
const sectionParts = { common: parts.common, search2: parts.search2, index: parts.index };
type SectionPart = keyof typeof sectionParts;

/** Reads the answer to a save as a part of the county, so that the part need not be loaded again. */
export const readHelperPart = (name: string | undefined, value: unknown): Partial<County> | undefined => {
  if (name === undefined || !Object.hasOwn(sectionParts, name)) return undefined;
  const read = sectionParts[name as SectionPart].safeParse(value);
  return read.success ? { [name]: read.data } : undefined;
};

const readLists = (coded: ReadonlyMap<string, CodeDescription[]>): County['lists'] => {
  const list = (name: ListName): CodeDescription[] => coded.get(name) ?? [];
  return {
    instrumentGroups: list('instrumentGroups'),
    documentTypes: list('documentTypes'),
    bookTypes: list('bookTypes'),
    otherLotCodes: list('otherLotCodes'),
    bases: list('bases'),
    meridians: list('meridians'),
    municipalities: list('municipalities'),
    islands: list('islands'),
  };
};

/** The county, made from the received helperdata and from the `directory` that the start-up file names (A1-08). */
export const readCounty = (
  directory: string,
  answers: Partial<Record<HelperName, HelperContent>>,
): County => {
  const contents = Object.values(answers);
  const named = new Map(
    contents
      .flatMap((content) => content.namedContentResultList)
      .map((part) => [part.name, part.baseContent]),
  );
  const coded = new Map(
    contents
      .flatMap((content) => content.namedCodeDescriptionResultList)
      .map((list) => [list.name, list.codeDescriptionResults]),
  );
  return {
    directory,
    common: readPart(parts.common, named.get('common')),
    languages: readPart(parts.languages, named.get('languages')),
    search: readPart(parts.search, named.get('search')),
    search2: readPart(parts.search2, named.get('search2')),
    index: readPart(parts.index, named.get('index')),
    userLockout: readPart(parts.userLockout, named.get('userLockout')),
    loginPageRegistration: readPart(parts.loginPageRegistration, named.get('loginPageRegistration')),
    userAccess: readPart(parts.userAccess, named.get('userAccess')),
    escrow: readPart(parts.escrow, named.get('escrow')),
    flatFee: readPart(parts.flatFee, named.get('flatFee')),
    efile: readPart(parts.efile, named.get('efile')),
    staffSignIn: readPart(parts.staffSignIn, named.get('staffSignIn')),
    county: readPart(parts.county, named.get('county')),
    sitePictures: readPart(parts.sitePictures, named.get('sitePictures')),
    product: readPart(parts.product, named.get('product')),
    notableDates: readPart(parts.notableDates, named.get('notableDates')),
    lists: readLists(coded),
  };
};

/** Used before anything was read: the defaults of a new county (A1-02, A1-03). */
export const defaultCounty: County = readCounty('', {});
