import type { ReactNode } from 'react';
import type { QueuedDetails } from '@portal/proto/http/efile-queue';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { momentOf } from '../../shared/moments.js';
import { useCounty } from '../../shared/state/selectors.js';

/** What is known about a submission, as names and values; empty values are left out. */
export function FilingFacts({ filing }: { filing: QueuedDetails }) {
  const t = useTexts();
  const { timeZone } = useCounty().county;
  const at = (iso: string): string => (iso === '' ? '' : Object.values(momentOf(iso, timeZone)).join(' '));
  const { name, address1, address2, city, stateCode, zip, email, fee, funding } = filing;
  const lines = (texts: readonly string[]): ReactNode =>
    texts.filter((text) => text !== '').map((text) => <div key={text}>{text}</div>);
  const facts: readonly (readonly [name: string, value: ReactNode, there?: boolean])[] = [
    ['document', filing.documentNumber, filing.documentNumber !== ''],
    ['recorded', at(filing.recordedAt), filing.recordedAt !== ''],
    ['place', `${filing.book} / ${filing.page}`, filing.book + filing.page !== ''],
    ['reasons', lines(filing.reasons), filing.reasons.length > 0],
    ['note', filing.note, filing.note !== ''],
    ['sender', lines([name, address1, address2, `${city}, ${stateCode} ${zip}`, email])],
    ['username', filing.username],
    ['received', at(filing.submittedAt)],
    ['fee', fee === '' ? t('filings:fact.noFee') : t(`filings:funding.${funding}`, { fee })],
    ['pages', String(filing.pages)],
    [
      'low',
      lines(filing.lowResolution.map((low) => t('filings:lowPage', { ...low }))),
      filing.lowResolution.length > 0,
    ],
    ['file', filing.fileName],
  ];
  return (
    <dl className="facts">
      {facts
        .filter(([, , there = true]) => there)
        .map(([fact, value]) => (
          <div className="filing__fact" key={fact}>
            <dt>{t(`filings:fact.${fact}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
