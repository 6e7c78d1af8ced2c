import type { ReactNode } from 'react';

interface DialogButtonProps {
  /** True while an answer is awaited; the button then does nothing. */
  busy: boolean;
  onPress(): void;
  children: ReactNode;
}

/** A button that leaves a window. It does nothing while the window waits for an answer. */
export function DialogButton({ busy, onPress, children }: DialogButtonProps) {
  return (
    <button
      className="btn"
      type="button"
      aria-disabled={busy || undefined}
      onClick={() => {
        if (!busy) onPress();
      }}
    >
      {children}
    </button>
  );
}
