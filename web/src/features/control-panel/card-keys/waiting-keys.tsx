import { useState } from 'react';
import type { CardKeys } from '@portal/proto/http/card-keys';
import { alertFailure } from '../../../shared/alert-failure.js';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import { useKeptFocus } from '../../../shared/use-kept-focus.js';
import { MessageDialog } from '../../../ui/components/message-dialog.js';
import { Notice } from '../../../ui/components/notice.js';
import { useMoments } from '../operations/purge-standing.js';
import { useDecideCardKeysMutation } from './card-keys.api.js';

interface WaitingKeysProps {
  keys: CardKeys;
  /** Called when no keys wait any more. */
  onChanged(): void;
}

/**
 * Asks for confirmation, because a decision cannot be taken back. `told` is the server's message about the last
 * decision.
 */
function useDecision(waiting: CardKeys['waiting'], onChanged: () => void) {
  const t = useTexts();
  const [approves, setApproves] = useState<boolean>();
  const [told, setTold] = useState('');
  const [send] = useDecideCardKeysMutation();
  const keepFocus = useKeptFocus();
  const decide = async (id: string, approve: boolean): Promise<void> => {
    setApproves(undefined);
    setTold('');
    const answer = await send({ id, approve });
    if (answer.error === undefined) setTold(answer.data);
    else await alertFailure(t, answer.error);
    keepFocus();
    onChanged();
  };
  const dropText = t(waiting?.own ? 'operations:cardKeys.withdraw' : 'operations:cardKeys.refuse');
  const question = waiting && approves !== undefined && (
    <MessageDialog
      tone="WARNING"
      text={t(approves ? 'operations:cardKeys.approveQuestion' : 'operations:cardKeys.dropQuestion', {
        merchant: waiting.merchant,
      })}
      onClose={() => setApproves(undefined)}
    >
      <button className="btn" type="button" onClick={() => setApproves(undefined)}>
        {t('operations:cardKeys.cancel')}
      </button>
      <button className="btn btn--primary" type="button" onClick={() => void decide(waiting.id, approves)}>
        {approves ? t('operations:cardKeys.approve') : dropText}
      </button>
    </MessageDialog>
  );
  return { told, question, dropText, ask: setApproves };
}

/** Keys of another merchant, which a second person has yet to approve or refuse. */
export function WaitingKeys({ keys: { waiting, merchant }, onChanged }: WaitingKeysProps) {
  const t = useTexts();
  const moment = useMoments();
  const { told, question, dropText, ask } = useDecision(waiting, onChanged);
  return (
    <>
      <div aria-live="polite">{told !== '' && <Notice tone="success" title={told} />}</div>
      {waiting && (
        <section className="stack" aria-labelledby="card-keys-waiting">
          <h2 id="card-keys-waiting">{t('operations:cardKeys.waiting')}</h2>
          <p>{t('operations:cardKeys.waitingLead')}</p>
          <dl className="facts">
            <dt>{t('operations:cardKeys.merchant')}</dt>
            <dd>
              {waiting.merchant}{' '}
              {merchant !== waiting.merchant && t('operations:cardKeys.before', { merchant })}
            </dd>
            {waiting.loginEnd !== '' && (
              <>
                <dt>{t('operations:cardKeys.loginId')}</dt>
                <dd>{t('operations:cardKeys.endsWith', { end: waiting.loginEnd })}</dd>
              </>
            )}
            <dt>{t('operations:cardKeys.enteredBy')}</dt>
            <dd>{t('operations:cardKeys.enteredOn', { date: moment(waiting.at), name: waiting.by })}</dd>
            <dt>{t('operations:cardKeys.endsOn')}</dt>
            <dd>{moment(waiting.endsAt)}</dd>
          </dl>
          {waiting.own && <p>{t('operations:cardKeys.waitingOwn')}</p>}
          <div className="form-actions">
            {!waiting.own && (
              <button className="btn btn--primary" type="button" onClick={() => ask(true)}>
                {t('operations:cardKeys.approve')}
              </button>
            )}
            <button className="btn" type="button" onClick={() => ask(false)}>
              {dropText}
            </button>
          </div>
        </section>
      )}
      {question}
    </>
  );
}
