import { islands } from '@portal/proto/code-lists';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import { useCounty } from '../../../shared/state/selectors.js';
import { CriteriaSelect, CriteriaText, RecordedDates } from '../criteria-fields.js';
import type { FormProps } from '../forms.js';
import { FormShell } from '../form-shell.js';
import { useSearchForm } from '../use-search-form.js';

/** The form Tract Index of the Northern Marianas (B1-092 to B1-097). */
export function TractIndexForm({ initial }: FormProps) {
  const t = useTexts();
  const { lists } = useCounty();
  const labels = {
    island: t('search:searchByTractIndexNMI.island'),
    village: t('search:searchByTractIndexNMI.village'),
    parcelId: t('search:searchByParcelId.parcelId'),
  };
  const search = useSearchForm({ type: 'searchByTractIndexNMI', initial, labels });
  const choices = [
    { value: '', text: t('search:searchByTractIndexNMI.chooseIsland') },
    ...(lists.islands.length > 0 ? lists.islands : islands).map(({ code, description }) => ({
      value: code,
      text: description,
    })),
  ];
  return (
    <FormShell search={search}>
      <div className="form-row">
        <CriteriaSelect search={search} name="island" choices={choices} required span={4} />
        <CriteriaText search={search} name="village" required span={4} />
        <CriteriaText search={search} name="parcelId" span={4} />
      </div>
      <RecordedDates search={search} />
    </FormShell>
  );
}
