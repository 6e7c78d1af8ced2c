import { useState } from 'react';
import { fieldFaults } from '@portal/proto/field-faults';
import { reportRequest, type ReportCriteria } from '@portal/proto/http/reports';
import * as z from 'zod/mini';
import { useMessageText } from '../../shared/i18n/use-texts.js';
import { useCounty } from '../../shared/state/selectors.js';

export type CriteriaForm = ReturnType<typeof useCriteria>;

/** The values in a report's form, and their faults. */
export const useCriteria = (initial: ReportCriteria) => {
  const { today } = useCounty().county;
  const messageText = useMessageText();
  const [values, setValues] = useState(initial);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  // counts the failed checks: each one moves the focus to the faults, even if they are the same faults as before
  const [checks, setChecks] = useState(0);
  const fail = (found: Readonly<Record<string, string>>): void => {
    setFaults(found);
    setChecks((count) => count + 1);
  };
  return {
    values,
    checks,
    faults,
    fail,
    change: (over: Partial<ReportCriteria>): void => {
      setFaults({});
      setValues((before) => ({ ...before, ...over }));
    },
    errorOf: (name: string): string | undefined => messageText(faults[name]),
    /** Checks the values. Returns the criteria, or shows the faults and returns undefined. */
    check: (): ReportCriteria | undefined => {
      const parsed = z.safeParse(reportRequest(today), values);
      if (parsed.success) return parsed.data;
      fail(fieldFaults(parsed.error));
      return undefined;
    },
  };
};
