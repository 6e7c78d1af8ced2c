import { useTexts } from '../../../shared/i18n/use-texts.js';
import { useCounty } from '../../../shared/state/selectors.js';
import { CriteriaSelect, CriteriaText, useListWithAll } from '../criteria-fields.js';
import type { FormProps } from '../forms.js';
import { FormShell } from '../form-shell.js';
import { useSearchForm } from '../use-search-form.js';

/** The form Search by Book and Page, under the county's own label (B1-046 to B1-049). */
export function BookAndPageForm({ initial }: FormProps) {
  const t = useTexts();
  const { common, index } = useCounty();
  const bookTypes = useListWithAll('bookTypes');
  const labels = {
    book: t('search:searchByBookAndPage.book', { book: common.bookLabel }),
    page: t('search:searchByBookAndPage.page'),
    bookType: t('search:searchByBookAndPage.bookType'),
  };
  const search = useSearchForm({ type: 'searchByBookAndPage', initial, labels });
  return (
    <FormShell search={search} advice={t('search:noRecordsNumberAdvice')}>
      <div className="form-row">
        <CriteriaText search={search} name="book" required span={3} />
        <CriteriaText search={search} name="page" span={3} />
        {index.bookType && <CriteriaSelect search={search} name="bookType" choices={bookTypes} span={5} />}
      </div>
    </FormShell>
  );
}
