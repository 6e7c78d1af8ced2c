import { shownBookAndPage } from '@portal/proto/book-and-page';
import type { CertificateResult } from '@portal/proto/http/search-results';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import { useCounty } from '../../../shared/state/selectors.js';
import { Facts, PagedSection, PlainTable } from '../details/detail-parts.js';
import { SearchLink } from '../linked-search.js';
import { certificateSearch, documentSearch } from '../linked.rules.js';
import { bookHead, firstOf, type CellLine, type ResultView, type ViewTerms } from '../result-view.js';

/**
 * The first line has the status and, if several certificates cancel this one, their number. The second line names the
 * first canceling certificate (B5-03).
 */
const statusLines = (
  { status, cancelledBySearchResults: cancelledBy }: CertificateResult,
  { t }: ViewTerms,
): CellLine[] => {
  const { first } = firstOf(cancelledBy);
  const count = cancelledBy.length;
  return [
    {
      text: status === '' ? undefined : status,
      label: t('results:column.status'),
      none: t('results:none.status'),
      ...(count > 1 && { badge: { text: String(count), detail: t('results:cancelling') } }),
    },
    ...(first
      ? [
          {
            text: t('results:cancelledBy', { certificate: first.cancelledByCertificateNumber }),
            label: '',
            look: 'muted' as const,
          },
        ]
      : []),
  ];
};

/** The view of Torrens results (B5). */
export const certificatesView: ResultView<'certificates'> = {
  kind: 'certificates',
  columns: [
    {
      place: 'instr',
      head: ({ t, county }) => [
        { text: t('results:column.certificate'), sortKey: 'certificateNumber' },
        ...(county.index.torrensUseFileNumber ? [{ text: t('results:column.file') }] : []),
      ],
      lines: ({ certificateNumber, fileNumber }, { t, county }) => [
        { text: certificateNumber, look: 'lead', opens: true },
        ...(county.index.torrensUseFileNumber && fileNumber !== ''
          ? [{ text: t('results:file', { file: fileNumber }), look: 'muted' as const }]
          : []),
      ],
    },
    {
      place: 'date',
      head: (terms) => [
        { text: terms.t('results:column.certified'), sortKey: 'certifiedDate' },
        { text: bookHead(terms), sortKey: 'book' },
      ],
      lines: ({ certifiedDate, displayBookAndPage }, { county }) => [
        { text: certifiedDate, look: 'figures' },
        { text: shownBookAndPage(displayBookAndPage, county.index.bookType), look: 'muted' },
      ],
    },
    { place: 'rest', head: ({ t }) => [{ text: t('results:column.status') }], lines: statusLines },
  ],
  sorts: ({ t, county }) => [
    { value: 'certificateNumber', text: t('results:sort.certificateNumber') },
    { value: 'certifiedDate', text: t('results:sort.certifiedDate') },
    { value: 'book', text: county.common.bookLabel },
  ],
  name: ({ certificateNumber }) => certificateNumber,
  title: (_certificate, { t, county }) =>
    t('results:detail.certificateTitle', { torrens: county.common.torrensLabel }),
  // the short status is a letter that only the office understands, so it is shown only if the long status is missing
  badge: ({ status, shortStatus }) => {
    const text = status || shortStatus;
    return text === '' ? undefined : { text, tone: 'plain' };
  },
  Details: CertificateDetails,
  images: {
    text: 'results:detail.certificate',
    icon: 'certificate',
    nothingSelected: 'results:selectCertificate',
    allowed: (user) => user.certificateRetrieval || user.certificatePreviewRetrieval,
    instrumentCode: () => '',
  },
  hasParcels: false,
  resetRead: 'results:resetReadCertificates',
  downloads: (type) => type === 'searchByTorrensText',
};

/** A certificate, and the certificates that canceled it (B5-09 to B5-11). */
function CertificateDetails({ record }: { record: CertificateResult }) {
  const t = useTexts();
  const { index, common } = useCounty();
  const title = t('results:detail.cancelledBy');
  const { docType, docNumber } = record;
  const document = docNumber === '' ? '' : `${docType}${docNumber}`;
  return (
    <>
      <Facts
        strong
        facts={[
          [t('results:criteria.certificate'), record.certificateNumber],
          [t('results:detail.fileNumber'), index.torrensUseFileNumber ? record.fileNumber : ''],
          [t('results:column.certified'), record.certifiedDate],
          [
            bookHead({ t, county: { common, index } }),
            shownBookAndPage(record.displayBookAndPage, index.bookType),
          ],
          [t('results:column.status'), record.status],
          [
            t('results:detail.number'),
            document && <SearchLink to={documentSearch({ docType, docNumber })}>{document}</SearchLink>,
          ],
        ]}
      />
      <PagedSection title={title} list={record.cancelledBySearchResults}>
        {(shown) => (
          <PlainTable
            caption={title}
            hiddenHead
            rows={shown}
            columns={[
              {
                title: t('results:column.certificate'),
                cell: ({ cancelledByCertificateNumber: number }) => (
                  <SearchLink to={certificateSearch(number)}>{number}</SearchLink>
                ),
              },
            ]}
          />
        )}
      </PagedSection>
    </>
  );
}
