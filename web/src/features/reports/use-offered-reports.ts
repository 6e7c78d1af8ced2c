import { useUser } from '../../shared/state/selectors.js';
import { useOfferedReportsQuery } from './reports.api.js';

/** The reports that the role may see; the side menu has none of them when they cannot be loaded. */
export const useOfferedReports = () => {
  const query = useOfferedReportsQuery(useUser()?.userId ?? '');
  const names = query.data?.reports.map(({ report }) => report) ?? (query.isError ? [] : undefined);
  return { ...query, names };
};
