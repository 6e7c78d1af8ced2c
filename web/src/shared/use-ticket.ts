import { useEffect, useRef } from 'react';
import { useParams } from 'react-router';

/** Calls `use` once with the ticket of the mailed link when the page of the link opens. Returns the ticket. */
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
