import { shownBookAndPage } from '@portal/proto/book-and-page';
import type { TaxLienResult } from '@portal/proto/http/search-results';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import { useCounty } from '../../../shared/state/selectors.js';
import { SearchLink } from '../linked-search.js';
import { documentSearch, taxpayerSearch } from '../linked.rules.js';
import { bookHead } from '../result-view.js';
import { Facts, PagedSection, PlainTable } from './detail-parts.js';

/** A tax lien with its taxpayers, revisions and releases (B6-10 to B6-13). */
export function TaxLienDetails({ record: lien }: { record: TaxLienResult }) {
  const t = useTexts();
  const county = useCounty();
  return (
    <>
      <Facts
        strong
        facts={[
          [
            t('results:detail.number'),
            <SearchLink key="number" to={documentSearch(lien)}>
              {lien.displayDocNumber}
            </SearchLink>,
          ],
          [t('results:detail.recorded'), lien.recordedDate],
          [t('results:column.lienDate'), lien.lienDate],
          [t('results:column.lienNumber'), lien.lienNumber],
          [t('results:detail.instrumentDate'), lien.instrumentDate],
          [t('results:detail.totalAmount'), lien.totalAmount],
          [bookHead({ t, county }), shownBookAndPage(lien.displayBookAndPage, county.index.bookType)],
        ]}
      />
      <Taxpayers taxpayers={lien.taxpayerSearchResults} />
      <Revisions revisions={lien.revisionSearchResults} />
      <Releases releases={lien.releaseSearchResults} />
    </>
  );
}

function Taxpayers({ taxpayers }: { taxpayers: TaxLienResult['taxpayerSearchResults'] }) {
  const t = useTexts();
  const { today } = useCounty().county;
  const title = t('results:column.taxpayers');
  return (
    <PagedSection title={title} list={taxpayers}>
      {(shown) => (
        <PlainTable
          caption={title}
          rows={shown}
          columns={[
            {
              title: t('results:detail.name'),
              cell: (taxpayer) => (
                <SearchLink to={taxpayerSearch(taxpayer, today)}>{taxpayer.name}</SearchLink>
              ),
            },
            { title: t('results:detail.address'), cell: ({ displayAddress }) => displayAddress },
          ]}
        />
      )}
    </PagedSection>
  );
}

interface Numbered {
  docType: string;
  docNumber: string;
  text: string;
}

/** A link to another document by its number; nothing without a number. */
function DocumentNumber({ docType, docNumber, text }: Numbered) {
  return docNumber === '' ? null : (
    <SearchLink to={documentSearch({ docType, docNumber })}>{text}</SearchLink>
  );
}

function Revisions({ revisions }: { revisions: TaxLienResult['revisionSearchResults'] }) {
  const t = useTexts();
  const title = t('results:column.revisions');
  return (
    <PagedSection title={title} list={revisions}>
      {(shown) => (
        <PlainTable
          caption={title}
          rows={shown}
          columns={[
            { title: t('results:detail.flag'), cell: ({ flag }) => flag },
            {
              title: t('results:column.docNumber'),
              cell: ({ docType, docNumber, displayDocNumber }) => (
                <DocumentNumber docType={docType} docNumber={docNumber} text={displayDocNumber} />
              ),
            },
          ]}
        />
      )}
    </PagedSection>
  );
}

type Release = TaxLienResult['releaseSearchResults'][number];

/** The two documents of a release are one above the other, because the pane is narrow. */
function ReleaseDocuments({ release }: { release: Release }) {
  const t = useTexts();
  const documents = [
    {
      what: t('results:detail.released'),
      docType: release.releaseDocType,
      docNumber: release.releaseDocNumber,
      text: release.releaseDisplayDocNumber,
      date: release.releaseDate,
    },
    {
      what: t('results:detail.revoked'),
      docType: release.revokeDocType,
      docNumber: release.revokeDocNumber,
      text: release.revokeDisplayDocNumber,
      date: release.revokeDate,
    },
  ].filter(({ docNumber, date }) => docNumber !== '' || date !== '');
  return (
    <ul className="release">
      {documents.map(({ what, date, ...document }) => (
        <li key={what}>
          <span className="muted">{what}</span> <DocumentNumber {...document} />
          <span className="unbroken"> {date}</span>
        </li>
      ))}
    </ul>
  );
}

/**
 * For each release: whether it is partial or full, the document that released the lien, and the document that revoked
 * the release (B6-13).
 */
function Releases({ releases }: { releases: readonly Release[] }) {
  const t = useTexts();
  const title = t('results:column.releases');
  return (
    <PagedSection title={title} list={releases}>
      {(shown) => (
        <PlainTable
          caption={title}
          rows={shown}
          columns={[
            { title: t('results:detail.partialFull'), cell: ({ partialFullFlag }) => partialFullFlag },
            {
              title: t('results:detail.releaseDocuments'),
              cell: (release) => <ReleaseDocuments release={release} />,
            },
          ]}
        />
      )}
    </PagedSection>
  );
}
