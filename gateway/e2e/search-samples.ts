import type { SearchType } from '@portal/proto/http/search-types';

export const anyDay = { fromRecordedDate: '01/01/1890', toRecordedDate: '11/01/2026' };
const quarter = { legalType: 'MB', section: '12', township: '117', range: '23' };

/** Valid criteria for each kind of search. A search with these criteria may find nothing. */
export const searchSamples: Record<SearchType, object> = {
  searchByAddress: { streetNumber: '100', streetName: 'Main', ...anyDay },
  searchByBookAndPage: { book: '12', page: '34' },
  searchByDate: { fromRecordedDate: '10/01/2025', toRecordedDate: '11/01/2025' },
  searchByDocumentNumber: { fromDocumentNumber: '1000001' },
  searchByLegalDescription: { ...quarter, ...anyDay },
  searchByName: { grantorGranteeLastName1: 'SMITH', ...anyDay },
  searchByParcelId: { parcelId: '12', ...anyDay },
  searchByTorrensCertificate: { certificateNumber: '20001' },
  searchByTorrensText: { text: 'easement' },
  searchByTractIndexNMI: { island: 'SAIPAN', village: 'Garapan', ...anyDay },
  searchByPlat: { plat: '10007', platNumber: '10007' },
  searchByGrantorGranteeBook: { grantorGranteeLastName: 'SMITH', ...anyDay },
  searchByTaxLien: { searchByTaxLienMethod: 'DATERANGE', ...anyDay },
  searchByTractBookId: { tractBookId: '1' },
  searchByTractBookLegal: { ...quarter, ...anyDay },
};
