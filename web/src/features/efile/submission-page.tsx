import { useState, type ReactNode } from 'react';
import { useLocation, useParams } from 'react-router';
import type { SubmissionDetails } from '@portal/proto/http/submissions';
import { showAlert } from '../../shared/alerts.js';
import { callErrorOf } from '../../shared/http/api.js';
import { isLoginNeeded, windowErrorText } from '../../shared/http/alert-texts.js';
import type { Translate } from '../../shared/i18n/translate.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useCounty } from '../../shared/state/selectors.js';
import { useKeptFocus } from '../../shared/use-kept-focus.js';
import { leaveList, listIn, useListLeft } from '../../shared/use-list-left.js';
import { EmptyState } from '../../ui/components/empty-state.js';
import { Link } from '../../ui/components/link.js';
import { Outdated } from '../../ui/components/not-loaded.js';
import { Notice } from '../../ui/components/notice.js';
import { Overlay } from '../../ui/components/overlay.js';
import { Receipt, type ReceiptLine } from '../../ui/components/receipt.js';
import { useFile } from '../../ui/components/use-file.js';
import { YesNoQuestion } from '../../ui/components/yes-no-question.js';
import { Moment, StateBadge } from './submission-state.js';
import { useSubmissionQuery, useWithdrawSubmissionMutation } from './submissions.api.js';

/** /submissions/:id: one document, its fee as a receipt to print, and the actions that its sender may take now. */
export function SubmissionPage() {
  const t = useTexts();
  const { id = '' } = useParams();
  const list = useListLeft('/submissions');
  const query = useSubmissionQuery({ imageId: id });
  const { data, isError, refetch } = query;
  return (
    <div className="content content--center stack">
      {isError && data && <Outdated query={query} />}
      {data && <Submission submission={data} onChanged={() => void refetch()} />}
      {!data && <h1 tabIndex={-1}>{t('submissions:title')}</h1>}
      {isError && !data && (
        <EmptyState icon="error" failed title={t('submissions:failed')}>
          <button className="btn" type="button" onClick={() => void refetch()}>
            {t('submissions:again')}
          </button>
          <Link to={list}>{t('submissions:back')}</Link>
        </EmptyState>
      )}
    </div>
  );
}

interface OfSubmission {
  submission: SubmissionDetails;
}

function Submission({ submission, onChanged }: OfSubmission & { onChanged(): void }) {
  const t = useTexts();
  const county = useCounty().common.countyName;
  const list = useListLeft('/submissions');
  const { transactionNumber: number, state, reasons, note } = submission;
  const title = t('submissions:one', { number });
  const said = reasons.length > 0 || note !== '';
  return (
    <>
      <div className="page-head">
        <div className="page-head__text">
          <h1 tabIndex={-1}>{title}</h1>
          <p>
            {county} <StateBadge state={state} />
          </p>
        </div>
        <Link className="btn btn--quiet" to={list}>
          {t('submissions:back')}
        </Link>
      </div>
      {said && (
        <Notice tone="warning" title={t('submissions:says')}>
          <ul>
            {[...reasons, note].filter(Boolean).map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Actions submission={submission} onChanged={onChanged} />
      <section className="stack__section" aria-labelledby="submission-about">
        <h2 id="submission-about">{t('submissions:about')}</h2>
        <Facts submission={submission} />
      </section>
      <section className="stack__section" aria-labelledby="submission-fee">
        <h2 id="submission-fee">{t('submissions:fee')}</h2>
        <Receipt caption={t('submissions:fee')} lines={feeLines(t, submission)} />
      </section>
    </>
  );
}

const feeLines = (t: Translate, fee: SubmissionDetails): ReceiptLine[] => {
  const surcharge = fee.paymentMethod === 'CREDIT_CARD' ? 'cardSurcharge' : 'paymentSurcharge';
  return [
    { description: t('efile:confirm.document'), value: fee.firstPageCharge },
    { description: t('efile:confirm.additional'), value: fee.additionalPagesCharge },
    ...(fee.surcharge === '' ? [] : [{ description: t(`efile:confirm.${surcharge}`), value: fee.surcharge }]),
    { description: t('efile:confirm.total'), value: fee.totalCharge, kind: 'is-end' },
  ];
};

function Facts({ submission }: OfSubmission) {
  const t = useTexts();
  const { efileType, fileName, pages, name, email, address1, address2, city, stateCode, zip } = submission;
  const { submittedAt, decidedAt, recordedAt, documentNumber, book, page, corrects, correctedBy } =
    submission;
  const facts: [string, ReactNode][] = [
    [t('submissions:type'), t(`efile:types.${efileType}`)],
    [t('submissions:file'), `${fileName}, ${t('efile:confirm.pages', { count: pages })}`],
    [
      t('efile:sender'),
      [name, email, address1, address2, `${city}, ${stateCode} ${zip}`].filter(Boolean).join(', '),
    ],
    [t('submissions:sent'), <Moment key="sent" at={submittedAt} />],
    [t('submissions:decided'), decidedAt && <Moment key="decided" at={decidedAt} />],
    [t('submissions:documentNumber'), documentNumber],
    [t('submissions:recorded'), recordedAt && <Moment key="recorded" at={recordedAt} />],
    [t('submissions:bookPage'), [book, page].filter(Boolean).join(' / ')],
    [t('submissions:corrects'), corrects],
    [t('submissions:correctedBy'), correctedBy],
  ];
  return (
    <dl className="criteria">
      {facts
        .filter(([, value]) => value !== '')
        .map(([key, value]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

function Actions({ submission, onChanged }: OfSubmission & { onChanged(): void }) {
  const t = useTexts();
  const [asking, setAsking] = useState(false);
  const [told, setTold] = useState('');
  const [withdraw, { isLoading }] = useWithdrawSubmissionMutation();
  const keepFocus = useKeptFocus();
  const file = useFile(t('submissions:waiting'));
  const left = leaveList(listIn(useLocation().state));
  const { imageId, fileName, endorsed, mayWithdraw, mayCorrect } = submission;
  const download = (copy: 'original' | 'endorsed') => () =>
    file.fetch({ path: `efile/document/${imageId}/${copy}`, method: 'GET' }, fileName);
  const confirm = async (): Promise<void> => {
    const answer = await withdraw({ imageId });
    keepFocus();
    onChanged();
    if (!answer.error) return setTold(t('submissions:withdrawn'));
    const error = callErrorOf(answer.error);
    if (!isLoginNeeded(error)) await showAlert(windowErrorText(t, error));
  };
  return (
    <>
      {told !== '' && <Notice tone="success" title={told} />}
      <div className="form-actions">
        {mayCorrect && (
          <Link className="btn btn--primary" to={`/efile/correct/${imageId}`} state={left}>
            {t('submissions:correct')}
          </Link>
        )}
        {endorsed && <Button text={t('submissions:endorsed')} onClick={download('endorsed')} />}
        <Button text={t('submissions:original')} onClick={download('original')} />
        <Button text={t('submissions:print')} onClick={() => window.print()} />
        {mayWithdraw && <Button text={t('submissions:withdraw')} onClick={() => setAsking(true)} />}
      </div>
      {asking && (
        <YesNoQuestion
          text={t('submissions:withdrawAsk')}
          advice={t('submissions:withdrawAdvice')}
          yes={t('submissions:withdrawYes')}
          no={t('submissions:withdrawNo')}
          onYes={() => void confirm()}
          onClose={() => setAsking(false)}
        />
      )}
      {isLoading && <Overlay text={t('efile:submitting')} />}
      {file.progress}
    </>
  );
}

function Button({ text, onClick }: { text: string; onClick(): void }) {
  return (
    <button className="btn" type="button" onClick={onClick}>
      {text}
    </button>
  );
}
