import { accountStatusFilter, type AccountListRequest } from '@portal/proto/http/accounts';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { SelectField } from '../../ui/components/fields.js';
import { PausedFilter } from '../../ui/components/paused-filter.js';

interface AccountFiltersProps {
  asked: AccountListRequest;
  onAsk(over: Partial<AccountListRequest>): void;
}

const statuses = accountStatusFilter.options;

/** The filters of the account list (C2-02, C2-03). */
export function AccountFilters({ asked, onAsk }: AccountFiltersProps) {
  const t = useTexts();
  return (
    <form
      className="form"
      role="search"
      aria-label={t('accounts:filter.label')}
      onSubmit={(event) => event.preventDefault()}
    >
      <div className="form-row">
        <SelectField
          name="statusType"
          label={t('accounts:filter.status')}
          span={4}
          choices={statuses.map((value) => ({ value, text: t(`accounts:filter.${value}`) }))}
          value={asked.statusType}
          onChange={({ target }) =>
            onAsk({ statusType: statuses.find((status) => status === target.value) ?? 'ALL' })
          }
        />
        <PausedFilter
          label={t('accounts:filter.text')}
          span={4}
          asked={asked.filterText}
          onAsk={(filterText) => onAsk({ filterText })}
        />
      </div>
    </form>
  );
}
