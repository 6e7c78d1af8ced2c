import { useEffect } from 'react';
import { useCounty } from './state/selectors.js';

/** The title of the page in the browser: what it is, then whose it is. */
export const usePageTitle = (title: string): void => {
  const { common } = useCounty();
  useEffect(() => {
    document.title = [title, [common.countyName, common.appTitle].filter(Boolean).join(' ')].join(' - ');
  }, [title, common]);
};
