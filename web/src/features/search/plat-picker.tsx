import { useState } from 'react';
import type { CodeDescription } from '@portal/proto/http/envelope';
import { usePlatsQuery } from '../../shared/code-list.api.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { PickerDialog } from '../../ui/components/picker-dialog.js';
import { positionOf, sortRows, type PickerColumn } from '../../ui/components/picker.rules.js';

interface PlatPickerProps {
  onPick(plat: CodeDescription): void;
  onClose(): void;
}

/** All plats of the county, by name or number, with 'Position list to' and Reset (B7-07, B7-08). */
export function PlatPicker({ onPick, onClose }: PlatPickerProps) {
  const t = useTexts();
  const [sortBy, setSortBy] = useState<PickerColumn>('description');
  const [text, setText] = useState('');
  const { currentData, isFetching } = usePlatsQuery({ filterText: '', by: 'NAME' });
  const rows = currentData ?? (isFetching ? undefined : []);
  return (
    <PickerDialog
      title={t('ui:picker.plat')}
      headings={{ code: t('ui:picker.code.plat'), description: t('ui:picker.description.plat') }}
      rows={rows}
      sortBy={sortBy}
      onSort={setSortBy}
      position={positionOf(sortRows(rows ?? [], sortBy), sortBy, text)}
      tools={
        <>
          <label className="label" htmlFor="picker-position">
            {t('ui:picker.position')}
          </label>
          <input
            className="input w-15"
            id="picker-position"
            // The field belongs to no form, so that Enter does not submit the form around the window.
            form=""
            type="text"
            autoComplete="off"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <button
            className="btn btn--sm"
            type="button"
            onClick={() => {
              setText('');
              setSortBy('description');
            }}
          >
            {t('ui:picker.reset')}
          </button>
        </>
      }
      onPick={onPick}
      onClose={onClose}
    />
  );
}
