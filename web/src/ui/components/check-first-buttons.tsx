interface CheckFirstButtonsProps {
  checkText: string;
  beginText: string;
  /** True while the task is under way or its answer is awaited; then neither button does anything. */
  busy: boolean;
  onBegin(): void;
}

/**
 * The buttons of a form that begins a long task, such as a purge or a migration. Submitting the form, for example with
 * Enter, only checks what the task would do; only the other button begins the task.
 */
export function CheckFirstButtons({ checkText, beginText, busy, onBegin }: CheckFirstButtonsProps) {
  const state = { 'aria-disabled': busy || undefined, 'aria-busy': busy || undefined };
  return (
    <div className="form-actions">
      <button className="btn" type="submit" {...state}>
        {checkText}
      </button>
      <button className="btn btn--primary" type="button" {...state} onClick={() => !busy && onBegin()}>
        {beginText}
      </button>
    </div>
  );
}
