import { torrensSections } from '@portal/proto/criteria/torrens-text';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import { CriteriaSelect, CriteriaText, useChoices } from '../criteria-fields.js';
import { torrensTextLabel } from '../criteria.rules.js';
import type { FormProps } from '../forms.js';
import { FormShell } from '../form-shell.js';
import { useSearchForm } from '../use-search-form.js';

/**
 * The form Torrens Text; the label of the text field depends on the chosen part of the certificate (`searchIn`, B1-088
 * to B1-091).
 */
export function TorrensTextForm({ initial }: FormProps) {
  const t = useTexts();
  const sections = useChoices('searchByTorrensText.searchIn', torrensSections);
  const labels = {
    text: t('search:searchByTorrensText.text.TEXT'),
    searchIn: t('search:searchByTorrensText.searchIn.label'),
  };
  const search = useSearchForm({ type: 'searchByTorrensText', initial, labels });
  const label = torrensTextLabel(search.form.watch('searchIn') ?? 'ALL');
  return (
    <FormShell search={search}>
      <div className="form-row">
        <CriteriaText
          search={search}
          name="text"
          label={t(`search:searchByTorrensText.text.${label}`)}
          span={7}
        />
        <CriteriaSelect search={search} name="searchIn" choices={sections} span={5} />
      </div>
    </FormShell>
  );
}
