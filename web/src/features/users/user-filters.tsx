import { useState } from 'react';
import type { UserListRequest } from '@portal/proto/http/user-manager';
import { isStaff } from '@portal/proto/roles';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useUser } from '../../shared/state/selectors.js';
import { AccountPicker } from '../../ui/components/code-picker.js';
import { SegmentedField } from '../../ui/components/fields.js';
import { LookupField } from '../../ui/components/field-kinds.js';
import { PausedFilter } from '../../ui/components/paused-filter.js';

interface UserFiltersProps {
  asked: UserListRequest;
  accountName: string;
  onAsk(over: Partial<UserListRequest>, accountName?: string): void;
}

const statuses = ['ALL', 'A', 'I', 'P'] as const;

/** The filters of the user list (C1-02 to C1-06). */
export function UserFilters({ asked, accountName, onAsk }: UserFiltersProps) {
  const t = useTexts();
  const role = useUser()?.role;
  return (
    <form
      className="form"
      role="search"
      aria-label={t('users:filter.label')}
      onSubmit={(event) => event.preventDefault()}
    >
      <div className="form-row">
        <SegmentedField
          name="statusType"
          label={t('users:filter.status')}
          span={5}
          choices={statuses.map((value) => ({ value, text: t(`users:filter.${value}`) }))}
          chosen={asked.statusType}
          onChange={({ target }) =>
            onAsk({ statusType: statuses.find((status) => status === target.value) ?? 'ALL' })
          }
        />
        <PausedFilter
          label={t('users:filter.text')}
          span={4}
          asked={asked.filterText}
          onAsk={(filterText) => onAsk({ filterText })}
        />
        {role && isStaff(role) && (
          <AccountFilter accountId={asked.accountId} accountName={accountName} onAsk={onAsk} />
        )}
      </div>
    </form>
  );
}

interface AccountFilterProps extends Pick<UserFiltersProps, 'accountName' | 'onAsk'> {
  accountId: string | null;
}

/** The account finder, for users who can choose among several accounts (C1-04, C1-05). */
function AccountFilter({ accountId, accountName, onAsk }: AccountFilterProps) {
  const t = useTexts();
  const [finding, setFinding] = useState(false);
  return (
    <>
      <LookupField
        name="accountName"
        label={t('users:filter.account')}
        span={3}
        value={accountId === null ? '' : accountName}
        placeholder={t('users:filter.anyAccount')}
        readOnly
        lookup={t('users:filter.chooseAccount')}
        onLookup={() => setFinding(true)}
        onClick={() => setFinding(true)}
      />
      {accountId !== null && (
        <button
          className="btn btn--quiet btn--sm"
          type="button"
          onClick={() => onAsk({ accountId: null }, '')}
        >
          {t('users:filter.clearAccount')}
        </button>
      )}
      {finding && (
        <AccountPicker
          onPick={({ code, description }) => {
            setFinding(false);
            onAsk({ accountId: code }, description);
          }}
          onClose={() => setFinding(false)}
        />
      )}
    </>
  );
}
