/**
 * SQL: a fee that the office has yet to take or give back. What a card has paid is so before it is set aside, and what was
 * taken early until the document is recorded. What is taken when the document is recorded is decided by that, also when a
 * process of an older version took it, which kept no time. An index has the rows of this condition and few others.
 */
export const isWithOffice = `(state = 'HELD' OR (state = 'TAKEN' AND decided_at IS NULL AND charge_when = 'SUBMITTED')
      OR (state = 'PRICED' AND attempt_id IS NOT NULL))`;
