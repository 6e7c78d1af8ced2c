import { useUser } from '../../shared/state/selectors.js';
import { useOfferedReportsQuery } from './reports.api.js';

/** The reports that the role may see. If they cannot be loaded, `names` is empty and the side menu lists none. */
export const useOfferedReports = () => {
  const query = useOfferedReportsQuery(useUser()?.userId ?? '');
  const names = query.data?.reports.map(({ report }) => report) ?? (query.isError ? [] : undefined);
  return { ...query, names };
};
