/**
 * SQL: a fee that the office has yet to take or give back. What a card has paid is so before it is set aside, and what was
 * taken early until the document is recorded. An index has this condition.
 */
export const isWithOffice = `(state = 'HELD' OR (state = 'TAKEN' AND decided_at IS NULL)
      OR (state = 'PRICED' AND attempt_id IS NOT NULL))`;
