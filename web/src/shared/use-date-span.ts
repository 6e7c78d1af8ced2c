import { useState, type FormEvent } from 'react';
import { dateRangeIssues, usDate } from '@portal/proto/dates';
import { useMessageText } from './i18n/use-texts.js';
import { useCounty } from './state/selectors.js';

export interface DateSpan {
  from: string;
  to: string;
}

/** Two typed dates, MM/DD/YYYY, at most a year apart. `shown` holds the last valid dates that were submitted. */
export const useDateSpan = (firstDay: (today: string) => string) => {
  const { today } = useCounty().county;
  const messageText = useMessageText();
  const [typed, setTyped] = useState<DateSpan>({ from: usDate(firstDay(today)), to: usDate(today) });
  const [shown, setShown] = useState(typed);
  const [issues, setIssues] = useState<Partial<DateSpan>>({});
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const found = dateRangeIssues(typed.from, typed.to, { today, limit: 'year' });
    setIssues(found);
    if (!found.from && !found.to) setShown(typed);
    else document.getElementById(found.from ? 'from-date' : 'to-date')?.focus();
  };
  const field = (name: keyof DateSpan) => ({
    name: `${name}-date`,
    value: typed[name],
    error: messageText(issues[name]),
    onChange: (text: string): void => {
      setIssues({});
      setTyped({ ...typed, [name]: text });
    },
  });
  return { today, shown, onSubmit, from: field('from'), to: field('to') };
};
