import { sections, type SectionName, type SectionValue } from '@portal/proto/config/sections';
import * as z from 'zod/mini';
import { useCounty } from '../../../shared/state/selectors.js';
import { useSectionQuery } from '../section-form/section-form.api.js';
import { useSalesSetupQuery } from './start.api.js';
import { checklistOf, type ChecklistItem } from './checklist.rules.js';

/** The current values of a section, with their version. */
function useSectionNow<N extends SectionName>(name: N) {
  const { data, isError, refetch } = useSectionQuery(name, { refetchOnMountOrArgChange: true });
  const read = data && z.safeParse(sections[name], data.value);
  return {
    value: read?.success ? (read.data as SectionValue<N>) : undefined,
    version: data?.version ?? 0,
    ...{ isError: isError || read?.success === false, refetch },
  };
}

/** The checklist, once everything that it checks has loaded. */
export function useSetup(): { items: ChecklistItem[] | undefined; isError: boolean; refetch(): void } {
  const { lists } = useCounty();
  const common = useSectionNow('common');
  const homeSelections = useSectionNow('homeSelections');
  const loginPageLinks = useSectionNow('loginPageLinks');
  const loginPageLatestNews = useSectionNow('loginPageLatestNews');
  const search = useSectionNow('search');
  const payments = useSectionNow('payments');
  const aLaCarte = useSectionNow('aLaCarte');
  const creditCardExtra = useSectionNow('creditCardExtra');
  const sales = useSalesSetupQuery(undefined, { refetchOnMountOrArgChange: true });
  const all = [common, homeSelections, loginPageLinks, loginPageLatestNews, search];
  const every = [...all, payments, aLaCarte, creditCardExtra, sales];
  const refetch = (): void => every.forEach((each) => void each.refetch());
  const isError = every.some((each) => each.isError);
  if (!common.value || !homeSelections.value || !loginPageLinks.value || !loginPageLatestNews.value)
    return { items: undefined, isError, refetch };
  if (!search.value || !payments.value || !aLaCarte.value || !creditCardExtra.value || !sales.data)
    return { items: undefined, isError, refetch };
  const items = checklistOf({
    ...{ common: common.value, homeSelections: homeSelections.value, search: search.value },
    ...{ loginPageLinks: loginPageLinks.value, loginPageLatestNews: loginPageLatestNews.value },
    versions: {
      aLaCarte: aLaCarte.version,
      search: search.version,
      creditCardExtra: creditCardExtra.version,
    },
    takesCards: payments.value.paymentMethods.includes('CREDIT_CARD'),
    documentTypes: lists.documentTypes.length,
    ...sales.data,
  });
  return { items, isError, refetch };
}
