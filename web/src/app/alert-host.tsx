import { useEffect, useState } from 'react';
import { setAlertHandler, type Alert } from '../shared/alerts.js';
import { useTexts } from '../shared/i18n/use-texts.js';
import { MessageDialog } from '../ui/components/message-dialog.js';

interface Waiting extends Alert {
  /**
   * Differs for each alert. Because it is the React key, each alert opens a new window, which takes the focus and is
   * read out.
   */
  order: number;
  closed(): void;
}

/** The generic alert window; alerts are shown one at a time, in order (A12-03). */
export function AlertHost() {
  const t = useTexts();
  const [waiting, setWaiting] = useState<readonly Waiting[]>([]);
  useEffect(
    () =>
      setAlertHandler(
        (alert) =>
          new Promise((closed) =>
            setWaiting((alerts) => [...alerts, { ...alert, closed, order: (alerts.at(-1)?.order ?? 0) + 1 }]),
          ),
      ),
    [],
  );
  const [alert] = waiting;
  if (!alert) return null;
  const close = (): void => {
    setWaiting((alerts) => alerts.filter((each) => each !== alert));
    alert.closed();
  };
  return (
    <MessageDialog
      key={alert.order}
      tone={alert.tone}
      text={alert.text}
      advice={alert.advice}
      onClose={close}
    >
      <button className="btn btn--primary" type="button" data-autofocus onClick={close}>
        {t('shell:close')}
      </button>
    </MessageDialog>
  );
}
