import { shownBookAndPage } from '@portal/proto/book-and-page';
import type { DocumentResult } from '@portal/proto/http/search-results';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import { onOneLine } from '../../../shared/moments.js';
import { useCounty } from '../../../shared/state/selectors.js';
import { SearchLink } from '../linked-search.js';
import { certificateSearch, documentSearch, partySearch } from '../linked.rules.js';
import { bookHead } from '../result-view.js';
import { Facts, PagedSection, PlainTable, type Fact } from './detail-parts.js';
import { Legals } from './legals.js';

/** All of the office's data about a document (B4-19 to B4-29). */
export function DocumentDetails({ record: document }: { record: DocumentResult }) {
  const t = useTexts();
  return (
    <>
      <Facts facts={useMainFacts(document)} strong />
      {document.docType === 'T' && <Certificates certificates={document.torrensSearchResults} />}
      <Parties title={t('results:detail.grantors')} parties={document.grantorSearchResults} />
      <Parties title={t('results:detail.grantees')} parties={document.granteeSearchResults} />
      <Legals legals={document.legalSearchResults} />
      <References references={document.referenceDocumentSearchResults} />
      <MoreFacts document={document} />
    </>
  );
}

const useMainFacts = (document: DocumentResult): Fact[] => {
  const t = useTexts();
  const county = useCounty();
  const { index } = county;
  return [
    [t('results:detail.number'), document.displayDocNumber],
    [t('results:detail.recorded'), onOneLine(document.recordedDateTime)],
    [t('results:detail.instrumentDate'), document.instrumentDate],
    [bookHead({ t, county }), shownBookAndPage(document.displayBookAndPage, index.bookType)],
    [t('results:detail.salePrice'), index.displaySalePrice ? document.salePrice : ''],
    [index.mortgageAmountLabel, index.displayMortgageAmount ? document.mortgageAmount : ''],
  ];
};

function Parties({ title, parties }: { title: string; parties: DocumentResult['grantorSearchResults'] }) {
  const t = useTexts();
  const { today } = useCounty().county;
  return (
    <PagedSection title={title} list={parties}>
      {(shown) => (
        <PlainTable
          caption={title}
          hiddenHead
          rows={shown}
          columns={[
            {
              title: t('results:detail.name'),
              cell: (party) => <SearchLink to={partySearch(party, today)}>{party.displayName}</SearchLink>,
            },
          ]}
        />
      )}
    </PagedSection>
  );
}

function References({ references }: { references: DocumentResult['referenceDocumentSearchResults'] }) {
  const t = useTexts();
  const title = t('results:detail.references');
  return (
    <PagedSection title={title} list={references}>
      {(shown) => (
        <PlainTable
          caption={title}
          rows={shown}
          columns={[
            {
              title: t('results:column.docNumber'),
              cell: (reference) => (
                <SearchLink to={documentSearch(reference)}>{reference.displayDocNumber}</SearchLink>
              ),
            },
            { title: t('results:column.instrument'), cell: (reference) => reference.instrumentDescription },
            {
              title: t('results:column.recorded'),
              figures: true,
              cell: ({ recordedDate }) => recordedDate,
            },
          ]}
        />
      )}
    </PagedSection>
  );
}

/** Only Torrens documents have certificates (B4-26). */
function Certificates({ certificates }: { certificates: DocumentResult['torrensSearchResults'] }) {
  const t = useTexts();
  const { torrensLabel } = useCounty().common;
  const title = t('results:detail.certificates', { torrens: torrensLabel });
  return (
    <PagedSection title={title} list={certificates}>
      {(shown) => (
        <PlainTable
          caption={title}
          rows={shown}
          columns={[
            {
              title: t('results:column.certificate'),
              cell: ({ certificateNumber }) => (
                <SearchLink to={certificateSearch(certificateNumber)}>{certificateNumber}</SearchLink>
              ),
            },
            { title: t('results:column.status'), cell: ({ status }) => status },
          ]}
        />
      )}
    </PagedSection>
  );
}

/** Additional information and the labeled display-only values (B4-27). */
function MoreFacts({ document }: { document: DocumentResult }) {
  const t = useTexts();
  const facts = [...document.additionalInfoSearchResults, ...document.displayOnlySearchResults];
  if (facts.length === 0) return null;
  return (
    <section aria-labelledby="detail-more">
      <div className="detail__section-head">
        <h3 id="detail-more">{t('results:detail.more')}</h3>
      </div>
      <Facts facts={facts.map(({ label, value }) => [label, value] as const)} />
    </section>
  );
}
