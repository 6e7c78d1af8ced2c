import { cashierPageSize, type CashierPage } from '@portal/proto/http/cashier';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useKeptFocus } from '../../shared/use-kept-focus.js';
import { usePageInList } from '../../shared/use-page-in-list.js';
import { EmptyState } from '../../ui/components/empty-state.js';
import { useFile } from '../../ui/components/use-file.js';
import { EntriesTable } from './entries-table.js';
import { useDecision } from './use-decision.js';

interface OfficeEntriesProps {
  /** Undefined while the entries load. */
  data: CashierPage | undefined;
  /** Loads the list again; undefined unless loading failed. */
  failed: (() => void) | undefined;
  page: number;
  ofAll: boolean;
  /** The text for an empty list. */
  empty: string;
  onPage(page: number): void;
  /** Called with the server's message when the list has changed. */
  onChanged(told: string): void;
}

/** The list of entries; staff can open receipts and decide about corrections. */
export function OfficeEntries({ data, failed, page, ofAll, empty, onPage, onChanged }: OfficeEntriesProps) {
  const t = useTexts();
  const keepFocus = useKeptFocus();
  const decision = useDecision((told) => {
    keepFocus();
    onChanged(told);
  });
  const receipt = useFile(t('cashier:receipt'));
  usePageInList({ total: data?.total, page, pageSize: cashierPageSize }, onPage);
  const total = data?.total ?? 0;
  const pages = { label: t('cashier:pages'), page, size: cashierPageSize, total, onPage };
  return (
    <>
      <EntriesTable
        entries={data?.entries}
        ofAll={ofAll}
        pages={total > 0 ? pages : undefined}
        failed={failed && { title: t('cashier:failed'), again: t('cashier:again'), onAgain: failed }}
        empty={<EmptyState icon="tag" title={empty} />}
        onReceipt={({ id }) => receipt.fetch({ path: 'cashier/receipt', body: { id } }, 'Receipt.pdf')}
        onDecide={decision.ask}
      />
      {decision.question}
      {receipt.progress}
    </>
  );
}
