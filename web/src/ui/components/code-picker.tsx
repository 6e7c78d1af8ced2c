import { useState } from 'react';
import type { CodeDescription } from '@portal/proto/http/envelope';
import { useAccountCodesQuery, useUserCodesQuery } from '../../shared/code-list.api.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { PickerDialog } from './picker-dialog.js';
import type { PickerColumn } from './picker.rules.js';

interface CodePickerProps {
  onPick(row: CodeDescription): void;
  onClose(): void;
}

interface ListOfCodes extends CodePickerProps {
  of: 'user' | 'account';
  query: { currentData?: CodeDescription[] | undefined; isFetching: boolean };
  filter: string;
  onFilter(text: string): void;
}

/** A list of codes to pick from. If the codes cannot be loaded, the list is empty and no alert appears (B7-13). */
function CodePicker({ of, query, filter, onFilter, onPick, onClose }: ListOfCodes) {
  const t = useTexts();
  // The codes of users are shown. The code of an account is an id that means nothing to people, so it is hidden.
  const byCode = of === 'user';
  const [sortBy, setSortBy] = useState<PickerColumn>(byCode ? 'code' : 'description');
  return (
    <PickerDialog
      title={t(`ui:picker.${of}`)}
      headings={{
        ...(byCode && { code: t('ui:picker.code.user') }),
        description: t(`ui:picker.description.${of}`),
      }}
      rows={query.currentData ?? (query.isFetching ? undefined : [])}
      sortBy={sortBy}
      onSort={setSortBy}
      tools={
        <>
          <label className="label" htmlFor="picker-filter">
            {t('ui:picker.search')}
          </label>
          <input
            className="input w-15"
            id="picker-filter"
            // The field belongs to no form, so that Enter does not submit the form around the window.
            form=""
            type="text"
            autoComplete="off"
            value={filter}
            onChange={({ target }) => onFilter(target.value)}
          />
        </>
      }
      onPick={onPick}
      onClose={onClose}
    />
  );
}

/** 'Click row to select user:' (B7-09, B7-11). */
export function UserPicker(props: CodePickerProps) {
  const [filter, setFilter] = useState('');
  const query = useUserCodesQuery(filter.trim());
  return <CodePicker {...props} of="user" query={query} filter={filter} onFilter={setFilter} />;
}

/** 'Click row to select account:' (B7-09, B7-12). */
export function AccountPicker(props: CodePickerProps) {
  const [filter, setFilter] = useState('');
  const query = useAccountCodesQuery(filter.trim());
  return <CodePicker {...props} of="account" query={query} filter={filter} onFilter={setFilter} />;
}
