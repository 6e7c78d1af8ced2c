import { useNavigate } from 'react-router';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { resultsPathOf, writeSearchAddress, type SearchAddress } from '../../shared/search-address.js';
import { sequenceLeft } from '../../shared/state/search.slice.js';
import { useShared, useSharedDispatch } from '../../shared/state/selectors.js';
import { Icon } from '../../ui/components/icon.js';
import { searchOf } from './use-results.js';

/**
 * Back to the search that a linked item led away from, with its page, order and selected row (B3-20, B3-21, B4-06).
 * Whoever is there already by the browser's own way back has no use for it.
 */
export function BackToResults({ address }: { address: SearchAddress }) {
  const t = useTexts();
  const dispatch = useSharedDispatch();
  const navigate = useNavigate();
  const before = useShared((state) => state.search.sequence.at(-1));
  if (!before || searchOf(before) === searchOf(address)) return null;
  const goBack = (): void => {
    dispatch(sequenceLeft());
    void navigate({ pathname: resultsPathOf(before.type), hash: writeSearchAddress(before) });
  };
  return (
    <button className="btn btn--quiet btn--sm results-head__back" type="button" onClick={goBack}>
      <Icon name="arrow-left" /> {t('results:backToResults')}
    </button>
  );
}
