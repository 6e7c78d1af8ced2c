import type { ReactNode } from 'react';
import { useModal } from './dialog.js';

const stayOpen = (): void => undefined;

/** The loading overlay (A12-04): a spinner and a text over everything while it is mounted. Esc does not close it. */
export function Overlay({ text, children }: { text: string; children?: ReactNode }) {
  const ref = useModal(stayOpen);
  return (
    <dialog ref={ref} className="overlay" aria-label={text} tabIndex={-1}>
      <span className="spinner" aria-hidden="true" />
      <span role="status">{text}</span>
      {children}
    </dialog>
  );
}
