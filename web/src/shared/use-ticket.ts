import { useEffect, useRef } from 'react';
import { useParams } from 'react-router';

/** Returns the ticket in the URL of a mailed link, and calls `use` once with this ticket when the page opens. */
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
