// The two demo counties and what they configure (ARCHITECTURE.md#demo-counties). Amounts are cents.

const prices = {
  // in both counties, searches and document details are free except for payers by card (`cardPrices`)
  lake: { imageDocument: 400, imageFirstPage: 100, imageAdditionalPages: 50 },
  saipan: { imageDocument: 300, imageFirstPage: 100, imageAdditionalPages: 50 },
};

/** Payers by card pay for searches and details too, in both counties; all others pay for images only. */
const cardPrices = (id) => ({
  applyAlternateRates: true,
  ...prices[id],
  ...Object.fromEntries(
    everywhere.filter((search) => !/TractBook/.test(search)).map((search) => [search, 100]),
  ),
  ...{ searchByName: 200, searchByTractBook: 100, searchByTorrensCertificate: 100, searchByTorrensText: 100 },
  ...{ documentDetails: 50, taxLienDetails: 50 },
});

const everywhere = [
  'searchByAddress',
  'searchByBookAndPage',
  'searchByDate',
  'searchByDocumentNumber',
  'searchByLegalDescription',
  'searchByName',
  'searchByParcelId',
  'searchByPlat',
  'searchByGrantorGranteeBook',
  'searchByTaxLien',
  'searchByTractBookId',
  'searchByTractBookLegal',
];
const searches = {
  lake: {
    defaultSearch: 'searchByName',
    enabled: [...everywhere, 'searchByTorrensCertificate', 'searchByTorrensText'],
    countyNotes: {
      searchByName:
        'Names of businesses are in Last Name. Index books before 1890 are at the recording desk.',
      searchByTorrensText: 'Texts of certificates that were cancelled before 1930 are not complete.',
    },
  },
  saipan: { defaultSearch: 'searchByName', enabled: [...everywhere, 'searchByTractIndexNMI'] },
};

/** Both counties let users fill escrow by card: lake adds a percentage, saipan a flat fee. */
const reload = {
  reloadByCreditCard: true,
  minReloadAmount: 1000,
  maxReloadAmount: 50_000,
  applySurcharge: true,
};
const escrow = {
  lake: { ...reload, creditCardSurchargeMethod: 'percent', creditCardSurchargePercent: 275 },
  saipan: { ...reload, creditCardSurchargeMethod: 'dollars', creditCardSurcharge: 150 },
};

const bundles = [
  { option: true, numberOfPages: 50, cost: 2000 },
  { option: true, numberOfPages: 200, cost: 7000 },
  { option: true, unlimitedNumberOfPages: true, cost: 30000 },
];

const linkTo = (heading, paragraphContent) => ({ heading, paragraphContent });

/** Texts that the pages show beside their forms; the offices and addresses are invented. */
const pages = {
  lake: {
    loginPageLinks: {
      paragraphs: [
        linkTo('County home', 'https://www.lake.example/'),
        linkTo('Recorder', 'https://www.lake.example/recorder'),
        linkTo('Fee schedule', 'https://www.lake.example/recorder/fees'),
        linkTo('Forms', 'https://www.lake.example/recorder/forms'),
        linkTo('Property taxes', 'https://www.lake.example/taxes'),
        linkTo('GIS maps', 'https://gis.lake.example/'),
        linkTo('Survey index', 'https://www.lake.example/surveyor'),
        linkTo('Marriage records', 'https://www.lake.example/vital-records'),
        linkTo('Office hours', 'https://www.lake.example/recorder/hours'),
        linkTo('Disclaimer', 'https://www.lake.example/disclaimer'),
      ],
    },
    loginPageLatestNews: {
      paragraphs: [
        {
          heading: 'Torrens certificates now include images',
          paragraphContent:
            'Certificates 1 to 41,877 were scanned this fall. Cancelled certificates follow in January.',
        },
        {
          heading: 'Office closed November 26 and 27',
          paragraphContent: 'E-filed documents received on those days are recorded on November 30.',
        },
      ],
    },
    homeLatestNews: {
      paragraphs: [
        {
          heading: 'Torrens certificates now include images',
          paragraphContent:
            'Certificates 1 to 41,877 were scanned this fall. Search by Torrens certificate or by the text of a memorial; cancelled certificates follow in January.',
        },
        {
          heading: 'Office closed November 26 and 27',
          paragraphContent:
            'E-filed documents received on those days are recorded on November 30, in the order in which they arrived. The drop box beside the north door is emptied on November 30 too.',
        },
        {
          heading: 'Grantor and grantee books 1890 to 1931',
          paragraphContent:
            'Books A to Z can be read page by page. Use Grantor Grantee Book under Special Searches and enter the first letters of a last name. The books were written by hand and are arranged by the first letter of the last name and, within it, by the date of recording. Names were spelled as they were heard: try more than one spelling, and look under the name of each party.',
        },
        {
          heading: 'Recording fees from January 1, 2027',
          paragraphContent:
            'The fee for a document of up to three pages stays the same. Each further page costs one dollar more than before. The fee schedule behind the link has the details.',
        },
      ],
    },
    homeExternalLinks: {
      paragraphs: [
        linkTo('Recording requirements and standards', 'https://www.lake.example/recorder/standards'),
        linkTo('Fee schedule', 'https://www.lake.example/recorder/fees'),
        linkTo('Forms', 'https://www.lake.example/recorder/forms'),
        linkTo('Property tax statements', 'https://www.lake.example/taxes'),
        linkTo('Parcel and section maps', 'https://gis.lake.example/'),
        linkTo('Survey index', 'https://www.lake.example/surveyor'),
        linkTo('Marriage records', 'https://www.lake.example/vital-records'),
        linkTo('Disclaimer', 'https://www.lake.example/disclaimer'),
      ],
    },
    loginPageSlides: {
      numberOfSlides: 3,
      captions: [
        'Plat of a lakeshore subdivision with numbered lots and blocks',
        'Township map with 36 numbered sections and a river',
        'Map of land divided into numbered tracts',
      ],
    },
  },
  saipan: {
    loginPageLinks: {
      paragraphs: [
        linkTo('Recorder home', 'https://recorder.saipan.example/'),
        linkTo('Fee schedule', 'https://recorder.saipan.example/fees'),
        linkTo('Forms', 'https://recorder.saipan.example/forms'),
        linkTo('Public Lands', 'https://lands.saipan.example/'),
        linkTo('Survey maps', 'https://lands.saipan.example/maps'),
        linkTo('Disclaimer', 'https://recorder.saipan.example/disclaimer'),
      ],
    },
    loginPageLatestNews: {
      paragraphs: [
        {
          heading: 'Tract index for Rota is complete',
          paragraphContent: 'All village and tract entries from 1953 to 2026 can now be searched.',
        },
        {
          heading: 'Office closed December 8',
          paragraphContent: 'Documents received by 3:00 PM on December 7 are recorded the same day.',
        },
      ],
    },
    homeLatestNews: {
      paragraphs: [
        {
          heading: 'Tract index for Rota is complete',
          paragraphContent: 'All village and tract entries from 1953 to 2026 can now be searched.',
        },
        {
          heading: 'Office closed December 8',
          paragraphContent: 'Documents received by 3:00 PM on December 7 are recorded the same day.',
        },
      ],
    },
    homeExternalLinks: {
      paragraphs: [
        linkTo('Recorder home', 'https://recorder.saipan.example/'),
        linkTo('Fee schedule', 'https://recorder.saipan.example/fees'),
        linkTo('Public Lands', 'https://lands.saipan.example/'),
        linkTo('Disclaimer', 'https://recorder.saipan.example/disclaimer'),
      ],
    },
    loginPageSlides: {
      numberOfSlides: 1,
      captions: ['Map of an island divided into numbered tracts'],
    },
  },
};

/** The drawings on each county's slides, in order, by their names in the folder `slides`. */
export const slidesOf = { lake: ['plat', 'township', 'tracts'], saipan: ['tracts'] };

const selections = {
  disclaimer: true,
  latestNews: true,
  latestNewsLoginPage: true,
  latestNewsMore: true,
  links: true,
  linksLoginPage: true,
  linksMore: true,
  loginSlides: true,
  transactions: true,
};

/**
 * The sections in the order in which they are saved: `creditCardExtra`, which has the preauthorization amount, comes
 * before the prices for cards and before the acceptance of cards (C3-26).
 */
const sectionsOf = (id, own) => ({
  creditCardExtra: { maxAmount: 1000 },
  ...pages[id],
  homeSelections: selections,
  loginPageRegistration: { forgotPasswordLink: true, selfRegistration: true },
  search: searches[id],
  aLaCarte: prices[id],
  escrow: escrow[id],
  creditCardAlternateRates: cardPrices(id),
  flatFee: { chargingImages: true, rates: bundles },
  flatFeeOverride: { countyAdminReload: true, accountAdminReload: true },
  efileFees: {
    ...{ landRecordFirstPage: 400, landRecordAdditionalPages: 50, landRecordSurcharge: 25 },
    ...{ mapFirstPage: 600, mapAdditionalPages: 100, marriageFirstPage: 250 },
    ...{ ucc1FirstPage: 200, ucc1AdditionalPages: 25, ucc2FirstPage: 200, ucc2AdditionalPages: 25 },
  },
  payments: { paymentMethods: ['ESCROW', 'INVOICE', 'CREDIT_CARD'] },
  userAccess: { guestUserName: 'guest.user' },
  userLockout: { messageHeadline: 'The system is locked for maintenance. Only staff is logged in.' },
  ...own,
});

/**
 * How an account of the county pays for images. Lake charges by the page and saipan by the document, so that the demo
 * shows both.
 */
export const chargeMethods = { lake: 'PAGE', saipan: 'DOCUMENT' };

/**
 * @param {number} port of the portal
 * @returns counties in the form that admin-config takes, each with the sections that differ from the defaults
 */
export const demoCounties = (port) => [
  {
    county: {
      id: 'lake',
      name: 'Lake County',
      hosts: ['localhost', '127.0.0.1', '[::1]'],
      origin: `http://localhost:${port}`,
      timeZone: 'America/Chicago',
      state: 'MN',
    },
    sections: sectionsOf('lake', {
      common: {
        countyName: 'Lake County',
        contactName: 'Recording Desk',
        contactTitle: 'County Recorder',
        contactPhone: '(218) 555-0100',
        contactEmail: 'recorder@lake.example',
        bookLabel: 'Book',
        torrensLabel: 'Torrens',
      },
      search2: {
        map: true,
        mapLink: 'https://gis.example.gov/lake/parcel/{parcelId}',
        tax: true,
        taxLink: 'https://tax.example.gov/lake/statement?parcel={parcelId}',
        downloadResults: true,
      },
      index: {
        bookType: true,
        torrens: true,
        torrensUseFileNumber: true,
        qqqq: true,
        qqq: true,
        baseline: true,
        municipality: true,
        meridian: true,
        mbOtherLot: true,
        sublot: true,
      },
      notableDates: {
        showNotableDates: true,
        showSeparateIndexes: true,
        useVerificationDate: true,
        abstractVerified: true,
        abstractIndexBegin: true,
        abstractImageBegin: true,
        abstractImageThru: true,
        torrensVerified: true,
        torrensCertificateThru: true,
        lienPosted: true,
      },
      languages: { languages: false },
      efile: {
        efile: true,
        exchange: true,
        efileCountyNote: 'Documents that arrive by 3:30 PM are recorded the same day.',
        acknowledgement: true,
        acknowledgementStatement:
          'The document is complete and signed, and I may submit it for recording. The recorder decides the date and time of recording; sending a document does not record it.',
      },
    }),
  },
  {
    county: {
      id: 'saipan',
      name: 'Commonwealth Recorder',
      hosts: ['saipan.localhost'],
      origin: `http://saipan.localhost:${port}`,
      timeZone: 'Pacific/Saipan',
      state: 'MP',
    },
    sections: sectionsOf('saipan', {
      common: {
        countyName: 'Commonwealth Recorder',
        contactName: 'Recording Desk',
        contactTitle: 'Recorder',
        contactPhone: '(670) 555-0100',
        contactEmail: 'recorder@saipan.example',
        bookLabel: 'Book',
      },
      search2: {
        map: true,
        mapLink: 'https://gis.example.gov/saipan/{parcelId}',
        downloadResults: true,
      },
      index: { torrens: false, mortgageAmountLabel: 'Loan Amount' },
      notableDates: { showNotableDates: true, abstractVerified: true },
      languages: { languages: true, draftLanguages: true },
    }),
  },
];
