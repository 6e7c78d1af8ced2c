import { useId, type ReactNode } from 'react';
import type { DocumentResult } from '@portal/proto/http/search-results';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useCounty } from '../../shared/state/selectors.js';
import { MiniPager, useMiniPages } from '../../ui/components/mini-pager.js';

type Fact = readonly [label: string, value: string];

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="facts fig">
      {facts
        .filter(([, value]) => value !== '')
        .map(([label, value], index) => (
          <FactLine key={index} label={label} value={value} strong={index === 0} />
        ))}
    </dl>
  );
}

function FactLine({ label, value, strong }: { label: string; value: string; strong: boolean }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{strong ? <strong>{value}</strong> : value}</dd>
    </>
  );
}

/** Everything that the office recorded of a document (B4-19 to B4-29). */
export function DocumentDetails({ document }: { document: DocumentResult }) {
  const t = useTexts();
  return (
    <div className="detail__body">
      <Facts facts={useMainFacts(document)} />
      {document.docType === 'T' && <Certificates certificates={document.torrensSearchResults} />}
      <Parties title={t('results:detail.grantors')} parties={document.grantorSearchResults} />
      <Parties title={t('results:detail.grantees')} parties={document.granteeSearchResults} />
      <Legals legals={document.legalSearchResults} />
      <References references={document.referenceDocumentSearchResults} />
      <MoreFacts document={document} />
    </div>
  );
}

const useMainFacts = (document: DocumentResult): Fact[] => {
  const t = useTexts();
  const { index, common } = useCounty();
  return [
    [t('results:detail.number'), document.displayDocNumber],
    [t('results:detail.recorded'), document.recordedDateTime],
    [t('results:detail.instrumentDate'), document.instrumentDate],
    [t('results:column.bookPage', { book: common.bookLabel }), document.displayBookAndPage],
    [t('results:detail.salePrice'), index.displaySalePrice ? document.salePrice : ''],
    [index.mortgageAmountLabel, index.displayMortgageAmount ? document.mortgageAmount : ''],
  ];
};

interface PagedSectionProps<T> {
  title: string;
  list: readonly T[];
  children(shown: readonly T[]): ReactNode;
}

/** A list of several of a kind, three at a time (B4-29). */
function PagedSection<T>({ title, list, children }: PagedSectionProps<T>) {
  const id = useId();
  const { shown, setPage, ...pages } = useMiniPages(list);
  if (list.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <div className="detail__section-head">
        <h3 id={id}>
          {title} <span className="num">{list.length}</span>
        </h3>
        <MiniPager {...pages} shown={shown.length} of={title.toLowerCase()} onPage={setPage} />
      </div>
      {children(shown)}
    </section>
  );
}

function Parties({ title, parties }: { title: string; parties: DocumentResult['grantorSearchResults'] }) {
  const t = useTexts();
  return (
    <PagedSection title={title} list={parties}>
      {(shown) => (
        <table className="table table--plain">
          <caption className="sr">{title}</caption>
          <thead className="sr">
            <tr>
              <th scope="col">{t('results:detail.name')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ displayName }, index) => (
              <tr key={index}>
                <td>{displayName}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </PagedSection>
  );
}

function Legals({ legals }: { legals: DocumentResult['legalSearchResults'] }) {
  const t = useTexts();
  return (
    <PagedSection title={t('results:detail.legals')} list={legals}>
      {(shown) => (
        <ul className="legal-list legal-text">
          {shown.map(({ description, comment }, index) => (
            <li key={index}>
              {description} {comment !== '' && <span className="muted">({comment})</span>}
            </li>
          ))}
        </ul>
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
        <table className="table table--plain">
          <caption className="sr">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t('results:column.docNumber')}</th>
              <th scope="col">{t('results:column.instrument')}</th>
              <th scope="col" className="num">
                {t('results:column.recorded')}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((reference) => (
              <tr key={reference.docId}>
                <td>{reference.displayDocNumber}</td>
                <td>{reference.instrumentDescription}</td>
                <td className="num">{reference.recordedDate}</td>
              </tr>
            ))}
          </tbody>
        </table>
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
        <table className="table table--plain">
          <caption className="sr">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t('results:detail.certificate')}</th>
              <th scope="col">{t('results:detail.status')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ certificateNumber, status }) => (
              <tr key={certificateNumber}>
                <td>{certificateNumber}</td>
                <td>{status}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </PagedSection>
  );
}

/** Additional information and the labelled display-only values (B4-27). */
function MoreFacts({ document }: { document: DocumentResult }) {
  const t = useTexts();
  const id = useId();
  const facts = [...document.additionalInfoSearchResults, ...document.displayOnlySearchResults];
  if (facts.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <div className="detail__section-head">
        <h3 id={id}>{t('results:detail.more')}</h3>
      </div>
      <dl className="facts fig">
        {facts.map(({ label, value }, index) => (
          <FactLine key={index} label={label} value={value} strong={false} />
        ))}
      </dl>
    </section>
  );
}
