import { useState, type FormEvent } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import type { ExchangeAnswer } from '@portal/proto/http/efile-exchange';
import { showFaults } from '../../shared/field-faults.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { momentOf } from '../../shared/moments.js';
import { useCounty } from '../../shared/state/selectors.js';
import { usePolling } from '../../shared/use-polling.js';
import { DataTable, type Column } from '../../ui/components/data-table.js';
import { EmptyState } from '../../ui/components/empty-state.js';
import { TextField } from '../../ui/components/fields.js';
import { FormProblems } from '../../ui/components/form-problems.js';
import { Notice } from '../../ui/components/notice.js';
import { useExchangeQuery } from './filings.api.js';
import { useFault } from './use-decide.js';
import { usePackage } from './use-package.js';

const EVERY_MS = 30_000;
type Told = ExchangeAnswer['answers'][number];

/** Packages for the office's land system, and the land system's answers that somebody has to look at. */
export function ExchangeSection({ onMade }: { onMade(): void }) {
  const t = useTexts();
  const pollingInterval = usePolling(EVERY_MS);
  const { data, isError, refetch } = useExchangeQuery(undefined, { pollingInterval });
  const failed = {
    title: t('filings:exchange.failed'),
    again: t('filings:again'),
    onAgain: () => void refetch(),
  };
  const columns = useColumns();
  if (!data?.on) return null;
  return (
    <section className="stack" aria-labelledby="exchange-title">
      <h2 id="exchange-title">{t('filings:exchange.title')}</h2>
      <p>{t('filings:exchange.lead')}</p>
      <RangeForm onMade={onMade} />
      <h3>{t('filings:exchange.answers')}</h3>
      <p className="small muted">{t('filings:exchange.answersLead', { folder: data.folder })}</p>
      <DataTable
        caption={t('filings:exchange.answers')}
        columns={columns}
        rows={data.answers}
        keyOf={({ id }) => id}
        failed={isError ? failed : undefined}
        empty={<EmptyState icon="check-circle" title={t('filings:exchange.none')} />}
      />
    </section>
  );
}

interface Range {
  from: string;
  to: string;
}
const fields = ['from', 'to'] as const;
/** Returns digits as a number. Any other text is sent as null, and the server reports the fault. */
const numberOf = (text: string): number | null => (/^\s*\d{1,15}\s*$/.test(text) ? Number(text) : null);

function RangeForm({ onMade }: { onMade(): void }) {
  const t = useTexts();
  const [told, setTold] = useState('');
  const form = useForm<Range>({
    defaultValues: { from: '', to: '' },
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  });
  const { download, busy, progress } = usePackage(onMade);
  const send = async ({ from, to }: Range): Promise<void> => {
    setTold('');
    const asked = { from: numberOf(from), to: numberOf(to) };
    setTold(await download(asked, (error) => error.kind === 'refused' && showFaults(form, error, fields)));
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!busy) void form.handleSubmit(send)();
  };
  const labels = { from: t('filings:exchange.from'), to: t('filings:exchange.to') };
  return (
    <form className="form" noValidate onSubmit={onSubmit}>
      <div aria-live="polite">{told !== '' && <Notice tone="success" title={told} />}</div>
      <FormProblems form={form} labels={labels} />
      <div className="form-row">
        <NumberField form={form} name="from" label={labels.from} />
        <NumberField form={form} name="to" label={labels.to} />
      </div>
      <div className="form-actions">
        <button className="btn" type="submit" aria-disabled={busy || undefined}>
          {t('filings:exchange.make')}
        </button>
      </div>
      {progress}
    </form>
  );
}

function NumberField({
  form,
  name,
  label,
}: {
  form: UseFormReturn<Range>;
  name: keyof Range;
  label: string;
}) {
  const fault = useFault(form);
  return (
    <TextField
      {...form.register(name)}
      label={label}
      inputMode="numeric"
      span={3}
      error={fault(name)}
      required
    />
  );
}

const useColumns = (): Column<Told>[] => {
  const t = useTexts();
  const { timeZone } = useCounty().county;
  return [
    {
      name: 'file',
      head: t('filings:exchange.file'),
      cell: ({ fileName, refused }) => (
        <>
          {fileName}
          <div className="small muted">{t(`filings:exchange.${refused ? 'refused' : 'applied'}`)}</div>
        </>
      ),
    },
    {
      name: 'arrived',
      head: t('filings:exchange.arrived'),
      cell: ({ arrivedAt }) => Object.values(momentOf(arrivedAt, timeZone)).join(' '),
    },
    {
      name: 'why',
      head: t('filings:exchange.why'),
      cell: ({ why }) => why.map((each) => <div key={each}>{each}</div>),
    },
  ];
};
