import { useParams } from 'react-router';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useListLeft } from '../../shared/use-list-left.js';
import { Link } from '../../ui/components/link.js';
import { isMissing, NotLoaded } from '../../ui/components/not-loaded.js';
import { Notice } from '../../ui/components/notice.js';
import { EfileForm, type CardWindow } from './efile-page.js';
import { useSubmissionQuery } from './submissions.api.js';

/** /efile/correct/:id: the form for a document that the office sent back, filled in with the values sent earlier. */
export function CorrectionPage({ CardWindow }: { CardWindow: CardWindow }) {
  const t = useTexts();
  const { id = '' } = useParams();
  const list = useListLeft('/submissions');
  const query = useSubmissionQuery({ imageId: id });
  const { data, isError } = query;
  const gone = isMissing(query) || data?.mayCorrect === false;
  const number = data?.transactionNumber ?? '';
  return (
    <div className="content content--center stack">
      <div className="page-head">
        <div className="page-head__text">
          <h1 tabIndex={-1}>{t('access:efileCorrection.title')}</h1>
          {data && <p>{t('submissions:correctTitle', { number })}</p>}
          {!gone && <p>{t('submissions:correctLead')}</p>}
        </div>
        <Link className="btn btn--quiet" to={list}>
          {t('submissions:back')}
        </Link>
      </div>
      {isError && !gone && !data && (
        <NotLoaded query={query} icon="document" missing={t('submissions:gone')} />
      )}
      {gone && <Notice tone="info" title={t('submissions:gone')} />}
      {data && (data.reasons.length > 0 || data.note !== '') && (
        <Notice tone="info" title={t('submissions:says')}>
          <ul>
            {[...data.reasons, data.note].filter(Boolean).map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </Notice>
      )}
      {data?.mayCorrect && <EfileForm CardWindow={CardWindow} corrected={data} />}
    </div>
  );
}
