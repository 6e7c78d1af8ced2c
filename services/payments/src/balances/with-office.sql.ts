/**
 * SQL condition: the office has yet to take the fee or give it back. It holds for a fee that is set aside, for a card
 * payment that is not set aside yet, and for a fee that was charged at submission until the office decides. A fee that
 * is charged at recording is decided, even if an older version charged it without storing the time. An index covers the
 * rows of this condition.
 */
export const isWithOffice = `(state = 'HELD' OR (state = 'TAKEN' AND decided_at IS NULL AND charge_when = 'SUBMITTED')
      OR (state = 'PRICED' AND attempt_id IS NOT NULL))`;
