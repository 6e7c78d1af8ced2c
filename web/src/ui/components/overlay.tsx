import { useEffect, useRef, type ReactNode } from 'react';

/** The loading overlay (A12-04): a spinner and a text over everything while it is mounted. Esc does not close it. */
export function Overlay({ text, children }: { text: string; children?: ReactNode }) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return undefined;
    const before = document.activeElement;
    const stay = (event: Event): void => event.preventDefault();
    const reopen = (): void => dialog.showModal();
    dialog.addEventListener('cancel', stay);
    dialog.addEventListener('close', reopen);
    dialog.showModal();
    return () => {
      dialog.removeEventListener('cancel', stay);
      dialog.removeEventListener('close', reopen);
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog ref={ref} className="overlay" aria-label={text} tabIndex={-1}>
      <span className="spinner" aria-hidden="true" />
      <span role="status">{text}</span>
      {children}
    </dialog>
  );
}
