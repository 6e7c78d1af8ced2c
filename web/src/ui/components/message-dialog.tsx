import { useId, type ReactNode } from 'react';
import type { AlertTone } from '../../shared/alerts.js';
import { useModal } from './dialog.js';
import { Icon } from './icon.js';

const signs = {
  OK: { icon: 'check-circle', tone: 'tone-success' },
  WARNING: { icon: 'warning', tone: 'tone-warning' },
  INFO: { icon: 'info', tone: 'tone-info' },
} as const satisfies Record<AlertTone, { icon: string; tone: string }>;

interface MessageDialogProps {
  tone: AlertTone;
  text: string;
  advice?: string | undefined;
  /** Called when the user closes the window, for example with Esc. */
  onClose(): void;
  /** The buttons, with the main one last. */
  children: ReactNode;
}

/** An icon, a sentence and advice, for the alerts of the specification and for short questions (A12-03). */
export function MessageDialog({ tone, text, advice, onClose, children }: MessageDialogProps) {
  const textId = useId();
  const adviceId = useId();
  const ref = useModal(onClose);
  const sign = signs[tone];
  return (
    <dialog
      ref={ref}
      className="dialog"
      role="alertdialog"
      aria-labelledby={textId}
      aria-describedby={advice ? adviceId : undefined}
    >
      <div className="dialog__message">
        <Icon name={sign.icon} className={sign.tone} />
        <div>
          <h1 id={textId} tabIndex={-1}>
            {text}
          </h1>
          {advice && <p id={adviceId}>{advice}</p>}
        </div>
      </div>
      <div className="dialog__foot">{children}</div>
    </dialog>
  );
}
