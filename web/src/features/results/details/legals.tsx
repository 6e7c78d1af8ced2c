import { useState } from 'react';
import type { DocumentResult, LegalDetails } from '@portal/proto/http/search-results';
import { callErrorOf } from '../../../shared/http/api.js';
import { reportToServer } from '../../../shared/http/client-log.js';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import { useLazyLegalDetailsQuery } from '../results.api.js';
import { PagedSection } from './detail-parts.js';
import { LegalDetailsDialog } from './legal-details-dialog.js';

type Legal = DocumentResult['legalSearchResults'][number];

/** Legal descriptions with their comments. The button beside a description opens its fields (B4-28). */
export function Legals({ legals, perPage = 3 }: { legals: readonly Legal[]; perPage?: number }) {
  const t = useTexts();
  const [details, setDetails] = useState<LegalDetails>();
  const [ask, { isFetching }] = useLazyLegalDetailsQuery();
  const open = async (docId: string): Promise<void> => {
    if (isFetching) return;
    const answer = await ask(docId, true);
    if (answer.data) setDetails(answer.data);
    // A failure is only logged (B7-19).
    else if (answer.error)
      reportToServer('error', `legalDescriptionDetails: ${callErrorOf(answer.error).kind}`);
  };
  return (
    <>
      <PagedSection title={t('results:detail.legals')} list={legals} perPage={perPage}>
        {(shown) => (
          <ul className="legal-list legal-text">
            {shown.map((legal, index) => (
              <li key={index}>
                <LegalText legal={legal} />
                <button
                  className="btn btn--quiet btn--sm"
                  type="button"
                  onClick={() => void open(legal.docId)}
                >
                  {t('results:detail.legalDetails')}
                  <span className="sr">: {legal.description}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </PagedSection>
      {details && <LegalDetailsDialog details={details} onClose={() => setDetails(undefined)} />}
    </>
  );
}

function LegalText({ legal: { description, comment } }: { legal: Legal }) {
  return (
    <p>
      {description}
      {comment !== '' && <span className="muted"> ({comment})</span>}
    </p>
  );
}
