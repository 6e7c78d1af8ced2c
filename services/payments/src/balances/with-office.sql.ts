/**
 * SQL condition that is true for fees that the office has yet to take or give back: fees that are set aside, fees that
 * a card has paid but that are not set aside yet, and fees that were charged at submission and are not decided yet. A
 * fee that is charged at recording counts as decided, even if an older version stored no time of the decision. An index
 * covers the rows of this condition.
 */
export const isWithOffice = `(state = 'HELD' OR (state = 'TAKEN' AND decided_at IS NULL AND charge_when = 'SUBMITTED')
      OR (state = 'PRICED' AND attempt_id IS NOT NULL))`;
