// The files of a bundle with their columns, as services/search/README.md documents them.

const document = ['document_type', 'document_number'];
const legal = [
  'kind',
  'plat_number',
  'lot',
  'block',
  'sublot',
  'other_code',
  'other_lot',
  'building',
  'unit',
  'garage',
  'section',
  'township',
  'range',
  'base',
  'meridian',
  'municipality',
  'q',
  'qq',
  'qqq',
  'qqqq',
  'description',
  'comment',
];

/** File → columns, in the order in which our generators write them. */
export const bundleColumns = {
  'instruments.csv': ['code', 'description', 'group_code', 'group_description'],
  'plats.csv': ['plat_number', 'plat_name'],
  'documents.csv': [
    ...document,
    'instrument_code',
    'recorded_date',
    'recorded_time',
    'instrument_date',
    'book_type',
    'book',
    'page',
    'sale_price',
    'mortgage_amount',
    'verified',
    'sealed',
    'display_only',
  ],
  'parties.csv': [...document, 'role', 'last_name', 'first_name', 'middle_name'],
  'legals.csv': [...document, ...legal],
  'references.csv': [...document, 'reference_document_type', 'reference_document_number'],
  'parcels.csv': [...document, 'parcel_id', 'island', 'village'],
  'addresses.csv': [...document, 'house_number', 'street', 'city'],
  'certificates.csv': [
    'certificate_number',
    'file_number',
    'certified_date',
    'book',
    'page',
    'book_type',
    'status',
    'short_status',
    'document_type',
    'document_number',
    'source',
    'cancelled_by',
  ],
  'certificate_texts.csv': ['certificate_number', 'section', 'text', 'document_number'],
  'certificate_documents.csv': ['certificate_number', ...document],
  'tax_liens.csv': [...document, 'lien_number', 'lien_date', 'lien_type', 'total_amount', 'expire_date'],
  'tax_lien_parties.csv': [...document, 'last_name', 'first_name', 'middle_name', 'address'],
  'tax_lien_releases.csv': [
    ...document,
    'partial_full',
    'release_document_type',
    'release_document_number',
    'release_date',
    'revoke_document_type',
    'revoke_document_number',
    'revoke_date',
  ],
  'tax_lien_revisions.csv': [...document, 'flag', 'revision_document_type', 'revision_document_number'],
  'gg_books.csv': [
    'entry_number',
    'type',
    'from_name',
    'to_name',
    'from_date',
    'to_date',
    'document_type',
    'document_number',
  ],
  'tract_books.csv': ['entry_number', 'recorded_date', 'recorded_time', ...legal],
  'images.csv': ['document_key', 'first_page', 'last_page', 'file', 'first_file_page'],
};

/** Formats a value as a field of a CSV line. */
export const cell = (value) => {
  const text = value === undefined || value === null ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Formats a CSV line with its line end. */
export const line = (values) => `${values.map(cell).join(',')}\n`;
