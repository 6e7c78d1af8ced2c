/**
 * SQL condition: the office has yet to take the fee or give it back. Such a fee is set aside, or paid by card and not
 * yet set aside, or charged at submission and not yet decided. A fee that is charged at recording is decided, even if
 * an older version charged it without storing the time. An index covers the rows of this condition.
 */
export const isWithOffice = `(state = 'HELD' OR (state = 'TAKEN' AND decided_at IS NULL AND charge_when = 'SUBMITTED')
      OR (state = 'PRICED' AND attempt_id IS NOT NULL))`;
