import { useState } from 'react';
import type { CardKeys, CardKeysCheck } from '@portal/proto/http/card-keys';
import { callErrorOf } from '../../../shared/http/api.js';
import { isTold, windowErrorText } from '../../../shared/http/alert-texts.js';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import { usePageTitle } from '../../../shared/use-page-title.js';
import { EmptyState } from '../../../ui/components/empty-state.js';
import { Notice, type NoticeTone } from '../../../ui/components/notice.js';
import { PageHead } from '../../../ui/components/page-head.js';
import { useMoments } from '../operations/purge-standing.js';
import { WaitingKeys } from './waiting-keys.js';
import { CardKeysForm } from './card-keys-form.js';
import { useCardKeysQuery, useCheckCardKeysMutation } from './card-keys.api.js';

/** /controlPanel/cardKeys: the keys of the county's card merchant, which staff can replace but never see. */
export function CardKeysScreen() {
  const t = useTexts();
  usePageTitle(t('operations:cardKeys.title'));
  const { data, isError, refetch } = useCardKeysQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <div className="content content--center stack">
      <PageHead title={t('operations:cardKeys.title')} lead={t('operations:cardKeys.lead')} />
      {isError && !data && (
        <EmptyState icon="error" failed title={t('operations:cardKeys.failed')}>
          <button className="btn" type="button" onClick={() => void refetch()}>
            {t('operations:cardKeys.again')}
          </button>
        </EmptyState>
      )}
      {data && <KeysInUse keys={data} />}
      {data && <WaitingKeys keys={data} onChanged={() => void refetch()} />}
      {data?.canBeSet === false && <Notice tone="info" title={t('operations:cardKeys.notOffered')} />}
      {data?.canBeSet && <CardKeysForm merchant={data.merchant} onSaved={() => void refetch()} />}
      {data && data.changes.length > 0 && <Changes changes={data.changes} />}
    </div>
  );
}

/** Shows where the keys come from, with the button that checks them. */
function KeysInUse({ keys }: { keys: CardKeys }) {
  const t = useTexts();
  const moment = useMoments();
  const last = keys.changes.find(({ deed }) => deed === 'CHANGED' || deed === 'APPROVED');
  const set = last && { date: moment(last.at), name: last.by };
  return (
    <section className="stack" aria-labelledby="card-keys-in-use">
      <h2 id="card-keys-in-use">{t('operations:cardKeys.inUse')}</h2>
      {keys.source === 'LOCKED' && <Notice tone="error" title={t('operations:cardKeys.source.LOCKED')} />}
      {keys.source === 'OPERATOR' && <p>{t('operations:cardKeys.source.OPERATOR')}</p>}
      {keys.source === 'NONE' ? (
        <p>{t('operations:cardKeys.source.NONE')}</p>
      ) : (
        <dl className="facts">
          <dt>{t('operations:cardKeys.merchant')}</dt>
          <dd>{keys.merchant}</dd>
          {keys.loginEnd !== '' && (
            <>
              <dt>{t('operations:cardKeys.loginId')}</dt>
              <dd>{t('operations:cardKeys.endsWith', { end: keys.loginEnd })}</dd>
            </>
          )}
          <dt>{t('operations:cardKeys.transactionKey')}</dt>
          <dd>{set ? t('operations:cardKeys.setOn', set) : t('operations:cardKeys.isSet')}</dd>
          <dt>{t('operations:cardKeys.signatureKey')}</dt>
          <dd>{t(keys.hasSignatureKey ? 'operations:cardKeys.isSet' : 'operations:cardKeys.isMissing')}</dd>
        </dl>
      )}
      {(keys.source === 'OFFICE' || keys.source === 'OPERATOR') && <CheckButton />}
    </section>
  );
}

const tones: Record<CardKeysCheck['outcome'], NoticeTone> = {
  ACCEPTED: 'success',
  REFUSED: 'error',
  NO_ANSWER: 'warning',
  NO_KEYS: 'warning',
};

/** Asks the card provider whether it accepts the keys in use. */
function CheckButton() {
  const t = useTexts();
  const [told, setTold] = useState<{ tone: NoticeTone; text: string }>();
  const [check, { isLoading }] = useCheckCardKeysMutation();
  const onClick = async (): Promise<void> => {
    if (isLoading) return;
    setTold(undefined);
    const answer = await check();
    if (answer.error === undefined) {
      const { outcome } = answer.data;
      return setTold({ tone: tones[outcome], text: t(`operations:cardKeys.outcome.${outcome}`) });
    }
    const error = callErrorOf(answer.error);
    if (!isTold(error)) setTold({ tone: 'error', text: windowErrorText(t, error) });
  };
  return (
    <>
      <div aria-live="polite">{told && <Notice tone={told.tone} title={told.text} />}</div>
      <div>
        <button
          className="btn"
          type="button"
          aria-disabled={isLoading || undefined}
          aria-busy={isLoading || undefined}
          onClick={() => void onClick()}
        >
          {t('operations:cardKeys.check')}
        </button>
      </div>
    </>
  );
}

/** Who changed the keys and when; the keys themselves are not shown. */
function Changes({ changes }: { changes: CardKeys['changes'] }) {
  const t = useTexts();
  const moment = useMoments();
  return (
    <section aria-labelledby="card-keys-changes">
      <h2 id="card-keys-changes">{t('operations:cardKeys.changes')}</h2>
      <ul>
        {changes.map(({ at, by, deed, merchant, merchantBefore: before }) => (
          <li key={at}>
            {t(`operations:cardKeys.deed.${deed}`, { date: moment(at), name: by, merchant })}{' '}
            {before !== '' && before !== merchant && t('operations:cardKeys.before', { merchant: before })}
          </li>
        ))}
      </ul>
    </section>
  );
}
