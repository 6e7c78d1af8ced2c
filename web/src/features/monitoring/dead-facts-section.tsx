import { useState } from 'react';
import type { DeadFactRow, DeadFactSettling } from '@portal/proto/http/monitoring';
import { alertFailure } from '../../shared/alert-failure.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useKeptFocus } from '../../shared/use-kept-focus.js';
import { Notice } from '../../ui/components/notice.js';
import { DeadFactsTable, factsOf } from './dead-facts-table.js';
import { DiscardDialog } from './discard-dialog.js';
import { useDeadFactsQuery, useSettleDeadFactsMutation } from './monitoring.api.js';

/**
 * The facts (events) of this county that services could not apply, with buttons that send them again or discard them.
 * Hidden until there is such a fact.
 */
export function DeadFactsSection({ areThere, everyMs }: { areThere: boolean; everyMs: number }) {
  const t = useTexts();
  // stays true when the list becomes empty, so that the message about the last group of facts stays visible
  const [shown, setShown] = useState(areThere);
  if (areThere && !shown) setShown(true);
  const [discarding, setDiscarding] = useState<DeadFactRow>();
  const { data, isError, refetch } = useDeadFactsQuery(undefined, {
    refetchOnMountOrArgChange: true,
    pollingInterval: everyMs,
    skip: !shown,
  });
  const keepFocus = useKeptFocus();
  const { told, busy, settle } = useSettling(() => {
    keepFocus();
    void refetch();
  });
  if (!shown) return null;
  return (
    <section className="stack" aria-labelledby="monitoring-dead-facts">
      <h2 id="monitoring-dead-facts">{t('monitoring:deadFacts.title')}</h2>
      <p>{t('monitoring:deadFacts.lead')}</p>
      <div aria-live="polite">
        {told !== '' && <Notice tone="success" title={told} />}
        {data && data.silent.length > 0 && (
          <Notice
            tone="warning"
            title={t('monitoring:deadFacts.silent', { services: data.silent.join(', ') })}
          />
        )}
      </div>
      <DeadFactsTable
        rows={data?.groups}
        failed={isError && !data}
        onAgain={() => void refetch()}
        onSend={(group) => void settle(group, 'AGAIN', '')}
        onDiscard={setDiscarding}
      />
      {discarding && (
        <DiscardDialog
          about={factsOf(t, discarding)}
          busy={busy}
          onClose={() => setDiscarding(undefined)}
          onDiscard={(reason) =>
            void settle(discarding, 'DISCARD', reason).then((done) => done && setDiscarding(undefined))
          }
        />
      )}
    </section>
  );
}

const outcomes = { AGAIN: 'monitoring:deadFacts.sent', DISCARD: 'monitoring:deadFacts.discarded' } as const;

/** Sends a group of facts again or discards it, and keeps the message that says what was done. */
function useSettling(onDone: () => void) {
  const t = useTexts();
  const [told, setTold] = useState('');
  const [send, { isLoading: busy }] = useSettleDeadFactsMutation();
  const settle = async (
    { service, consumer, type, failure, last }: DeadFactRow,
    action: DeadFactSettling['action'],
    reason: string,
  ): Promise<boolean> => {
    if (busy) return false;
    setTold('');
    const answer = await send({ service, consumer, type, failure, last, action, reason });
    if (answer.error !== undefined) {
      await alertFailure(t, answer.error);
      return false;
    }
    const { facts } = answer.data;
    setTold(facts === 0 ? t('monitoring:deadFacts.gone') : t(outcomes[action], { count: facts }));
    onDone();
    return true;
  };
  return { told, busy, settle };
}
