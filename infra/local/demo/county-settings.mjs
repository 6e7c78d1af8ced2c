// The two demo counties and what they configure (architecture.md 'Demo counties'). Money is cents.

const prices = {
  // searches and details are free in both
  lake: { imageDocument: 400, imageFirstPage: 100, imageAdditionalPages: 50 },
  saipan: { imageDocument: 300, imageFirstPage: 100, imageAdditionalPages: 50 },
};

const searches = { defaultSearch: 'searchByName', enabled: ['searchByName', 'searchByDocumentNumber'] };

const bundles = [
  { option: true, numberOfPages: 50, cost: 2000 },
  { option: true, numberOfPages: 200, cost: 7000 },
  { option: true, unlimitedNumberOfPages: true, cost: 30000 },
];

const sectionsOf = (id, own) => ({
  search: searches,
  aLaCarte: prices[id],
  escrow: { minReloadAmount: 1000, maxReloadAmount: 50000 },
  flatFee: { chargingImages: true, rates: bundles },
  payments: { paymentMethods: ['ESCROW', 'INVOICE', 'CREDIT_CARD'] },
  userAccess: { guestUserName: 'guest.user' },
  ...own,
});

/** How an account of the county pays for images: lake by the page, saipan by the document, so that both show. */
export const chargeMethods = { lake: 'PAGE', saipan: 'DOCUMENT' };

/**
 * @param {number} port of the portal
 * @returns counties as admin-config takes them, each with the sections that differ from the defaults
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
      index: { torrens: true },
      languages: { languages: false },
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
      index: { torrens: false },
      languages: { languages: true, draftLanguages: true },
    }),
  },
];
