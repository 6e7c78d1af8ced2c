interface CheckPageProps {
  label: string;
  /** The number of rows on the page. */
  rows: number;
  /** The number of selected rows on the page. */
  chosen: number;
  /** True while the selection cannot change. */
  frozen?: boolean;
  onCheck(checked: boolean): void;
}

/**
 * The checkbox in the head of a list that selects or deselects all rows of the page. In narrow windows, which show each
 * row as a card, only this checkbox and its label are visible in the head.
 */
export function CheckPage({ label, rows, chosen, frozen = false, onCheck }: CheckPageProps) {
  const all = rows > 0 && chosen === rows;
  const some = chosen > 0 && !all;
  return (
    <label className="check-page">
      <input
        className="check"
        type="checkbox"
        aria-label={label}
        checked={all}
        disabled={frozen || rows === 0}
        ref={(box) => {
          if (box) box.indeterminate = some;
        }}
        onChange={({ target }) => {
          // The browser ends the mixed state at a click. The handler restores it, because React does not render the
          // checkbox again if the selection has reached its limit and does not change.
          target.indeterminate = some;
          onCheck(!all);
        }}
      />
      {/* hidden from screen readers, which would otherwise read it as a part of the column's head */}
      <span className="check-page__text" aria-hidden="true">
        {label}
      </span>
    </label>
  );
}
