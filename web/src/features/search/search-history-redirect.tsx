import { Navigate, useParams } from 'react-router';
import { searchFormPath } from '../../shared/search-address.js';
import { isSearchType } from '../../shared/search-types.js';

/** /search/searchHistory/{type}/{number} leads to the matching search page (B3-06). */
export function SearchHistoryRedirect() {
  const { searchType, historyNumber } = useParams();
  const to = isSearchType(searchType) ? `${searchFormPath(searchType)}/${historyNumber}` : '/search';
  return <Navigate to={to} replace />;
}
