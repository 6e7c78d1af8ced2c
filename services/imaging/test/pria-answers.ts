/** An answer as a land system writes it. */
export interface Written {
  readonly county: string;
  readonly packageId: string;
  /** `body` is the content of the document; by default it says that the document is recorded. */
  readonly documents: readonly { readonly filing: string; readonly body?: string }[];
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

export const endorsement = (
  documentNumber: string,
  recordedAt: string,
  { fee = '46.00', book = '231', page = '118' }: { fee?: string; book?: string; page?: string } = {},
): string =>
  `<RECORDING_ENDORSEMENT _InstrumentNumberIdentifier="${documentNumber}" _RecordedDateTime="${recordedAt}"
     _Volume="${book}"><_VOLUME_PAGE _NumberIdentifier="${page}"/><_FEES _TotalAmount="${fee}"/></RECORDING_ENDORSEMENT>`;

export const rejection = (name: string, description = ''): string =>
  `<STATUS _Condition="Rejected" _Name="${escaped(name)}" _Description="${escaped(description)}"/>`;

export const priaAnswer = ({ county, packageId, documents }: Written): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<RESPONSE_GROUP PRIAVersionIdentifier="2.4.2"><RESPONDING_PARTY _Identifier="${county}"/><RESPONSE><RESPONSE_DATA>
<PRIA_RESPONSE><PACKAGE _Identifier="${packageId}">${documents
    .map(
      ({ filing, body = endorsement('A1000001', '2026-11-20T10:15:00-06:00') }) =>
        `<PRIA_DOCUMENT PRIAVersionIdentifier="2.4.2" _UniqueIdentifier="${filing}">${body}</PRIA_DOCUMENT>`,
    )
    .join('\n')}</PACKAGE></PRIA_RESPONSE></RESPONSE_DATA></RESPONSE></RESPONSE_GROUP>
`;
