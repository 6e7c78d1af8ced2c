import { useEffect, useRef } from 'react';
import { useParams } from 'react-router';

/** The ticket of a mailed link, used once when its page opens. */
export const useTicket = (use: (ticket: string) => unknown): string => {
  const { ticket = '' } = useParams();
  const used = useRef('');
  useEffect(() => {
    if (used.current === ticket) return;
    used.current = ticket;
    use(ticket);
  }, [use, ticket]);
  return ticket;
};
