import { useEffect, useId, useRef } from 'react';
import type { CardFrame as Frame } from '@portal/proto/http/card-payments';
import { reportToServer } from '../../shared/http/client-log.js';
import { actionOf, readNote } from './card-message.js';

interface CardFrameProps {
  frame: Frame;
  /** Accessible name of the frame. */
  title: string;
  /** Called with the provider's message about the transaction, unchanged. For the server the message is only a hint. */
  onResponse(response: unknown): void;
  onCancel(): void;
  /**
   * What to do when the provider sends an unknown action: 'cancel' ends a preauthorization (A11-31), and 'ignore' only
   * logs the action (B9-19).
   */
  onUnknown?: 'cancel' | 'ignore';
}

/**
 * The card provider's page in a frame. When the frame is shown, a hidden form posts the token into it (A8-11). Only the
 * first message that ends the payment counts. Messages about resizing (A8-15), and messages that arrive after the frame
 * is gone (A8-16), are ignored. Another payment needs a new React key.
 */
export function CardFrame({ frame, title, onResponse, onCancel, onUnknown = 'ignore' }: CardFrameProps) {
  const name = `card-${useId()}`;
  const form = useRef<HTMLFormElement>(null);
  const page = useRef<HTMLIFrameElement>(null);
  const ended = useRef(false);
  const onMessage = useRef<(event: MessageEvent<unknown>) => void>(undefined);
  useEffect(() => {
    const endBy = (report: () => void): void => {
      ended.current = true;
      report();
    };
    onMessage.current = (event) => {
      const text = readNote(event, page.current?.contentWindow ?? null);
      if (text === undefined || ended.current) return;
      const said = actionOf(text);
      if (said.kind === 'response') endBy(() => onResponse(said.response));
      else if (said.kind === 'cancel') endBy(onCancel);
      else if (said.kind === 'unknown') {
        reportToServer('warn', `the card page sent an unknown action: ${said.action.slice(0, 50)}`);
        if (onUnknown === 'cancel') endBy(onCancel);
      }
    };
  });
  useEffect(() => {
    const listen = (event: MessageEvent<unknown>): void => onMessage.current?.(event);
    window.addEventListener('message', listen);
    form.current?.submit();
    return () => window.removeEventListener('message', listen);
  }, []);
  return (
    <>
      <form ref={form} action={frame.formAction} method="post" target={name} hidden>
        <input type="hidden" name="token" value={frame.token} />
      </form>
      <iframe ref={page} className="pay-frame" name={name} title={title} />
    </>
  );
}
