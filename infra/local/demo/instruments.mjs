/**
 * Instruments with their group, their share of the documents and the kind of their parties: deed, mortgage,
 * satisfaction, assignment, lien or other.
 */
export const instruments = [
  ['WD', 'WARRANTY DEED', 'DEED', 15, 'deed'],
  ['QCD', 'QUIT CLAIM DEED', 'DEED', 7, 'deed'],
  ['LWD', 'LIMITED WARRANTY DEED', 'DEED', 2, 'deed'],
  ['TRD', 'TRUSTEES DEED', 'DEED', 1, 'deed'],
  ['PRD', 'PERSONAL REPRESENTATIVES DEED', 'DEED', 1, 'deed'],
  ['TODD', 'TRANSFER ON DEATH DEED', 'DEED', 0.8, 'deed'],
  ['CFD', 'CONTRACT FOR DEED', 'CONTRACT', 2.2, 'deed'],
  ['MTG', 'MORTGAGE', 'MORTGAGE', 22, 'mortgage'],
  ['MMOD', 'MORTGAGE MODIFICATION', 'MORTGAGE', 1.3, 'mortgage'],
  ['SAT', 'SATISFACTION OF MORTGAGE', 'SATISFACTION', 20, 'satisfaction'],
  ['PREL', 'PARTIAL RELEASE OF MORTGAGE', 'SATISFACTION', 1.2, 'satisfaction'],
  ['AMTG', 'ASSIGNMENT OF MORTGAGE', 'ASSIGNMENT', 6.5, 'assignment'],
  ['SUB', 'SUBORDINATION AGREEMENT', 'ASSIGNMENT', 0.8, 'assignment'],
  ['FTL', 'FEDERAL TAX LIEN', 'LIEN', 1.1, 'lien'],
  ['STL', 'STATE TAX LIEN', 'LIEN', 0.9, 'lien'],
  ['ML', 'MECHANICS LIEN', 'LIEN', 0.8, 'lien'],
  ['JGMT', 'JUDGMENT', 'LIEN', 0.9, 'lien'],
  ['LISP', 'NOTICE OF LIS PENDENS', 'NOTICE', 0.6, 'lien'],
  ['POA', 'POWER OF ATTORNEY', 'MISC', 1.3, 'other'],
  ['AFF', 'AFFIDAVIT', 'MISC', 2.2, 'other'],
  ['EASE', 'EASEMENT', 'EASEMENT', 1.6, 'other'],
  ['ROW', 'RIGHT OF WAY', 'EASEMENT', 0.5, 'other'],
  ['LEASE', 'LEASE', 'MISC', 0.4, 'other'],
  ['PLAT', 'PLAT', 'PLAT', 0.3, 'other'],
  ['COV', 'COVENANTS', 'MISC', 0.5, 'other'],
  ['DC', 'DEATH CERTIFICATE', 'MISC', 1, 'other'],
  ['DCR', 'DECREE OF DISTRIBUTION', 'COURT', 0.6, 'other'],
  ['ORD', 'ORDER', 'COURT', 0.6, 'other'],
  // the share is 0, because this instrument is used only for documents that release a lien
  ['RTL', 'RELEASE OF TAX LIEN', 'LIEN', 0, 'other'],
].map(([code, description, group, share, shape]) => ({ code, description, group, share, shape }));

export const groupDescriptions = {
  DEED: 'Deeds',
  CONTRACT: 'Contracts for deed',
  MORTGAGE: 'Mortgages',
  SATISFACTION: 'Satisfactions and releases',
  ASSIGNMENT: 'Assignments',
  LIEN: 'Liens and judgments',
  NOTICE: 'Notices',
  MISC: 'Miscellaneous',
  EASEMENT: 'Easements',
  PLAT: 'Plats',
  COURT: 'Court papers',
};

export const instrumentOf = (code) => instruments.find((instrument) => instrument.code === code);
