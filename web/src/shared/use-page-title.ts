import { useEffect } from 'react';
import { useCounty } from './state/selectors.js';

/** Sets the browser's title: the page's name, then the county's. */
export const usePageTitle = (title: string): void => {
  const { common } = useCounty();
  useEffect(() => {
    document.title = [title, [common.countyName, common.appTitle].filter(Boolean).join(' ')].join(' - ');
  }, [title, common]);
};
