import { useNavigate } from 'react-router';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { readSearchAddress, resultsPathOf } from '../../shared/search-address.js';
import { sequenceLeft } from '../../shared/state/search.slice.js';
import { useShared, useSharedDispatch } from '../../shared/state/selectors.js';
import { Icon } from '../../ui/components/icon.js';
import { useEntryState } from './entry-state.js';

/**
 * Returns from a linked search to the previous search, and restores its page, order and selected row (B3-20, B3-21,
 * B4-06). Submitting a form ends the sequence of linked searches (B3-13).
 */
export function BackToResults() {
  const t = useTexts();
  const dispatch = useSharedDispatch();
  const navigate = useNavigate();
  const hasLeft = useShared((state) => state.search.sequence.length > 0);
  const { back } = useEntryState();
  const before = back && readSearchAddress(back.hash);
  if (!hasLeft || !before) return null;
  const goBack = (): void => {
    dispatch(sequenceLeft());
    void navigate({ pathname: resultsPathOf(before.type), hash: back.hash }, { state: back.state });
  };
  return (
    <button className="btn btn--quiet btn--sm results-head__back" type="button" onClick={goBack}>
      <Icon name="arrow-left" /> {t('results:backToResults')}
    </button>
  );
}
