import { useState, type ReactNode } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.js';

/** Shows a text with a button that copies it. Without a clipboard there is no button, and the user selects the text. */
export function CopiedText({ text, children }: { text: string; children: ReactNode }) {
  const t = useTexts();
  const [outcome, setOutcome] = useState<'copied' | 'copyFailed'>();
  const copy = async (): Promise<void> => {
    setOutcome(undefined);
    setOutcome(
      await navigator.clipboard.writeText(text).then(
        () => 'copied' as const,
        () => 'copyFailed' as const,
      ),
    );
  };
  return (
    <>
      {children}
      {'clipboard' in navigator && (
        <p className="form-actions">
          <button className="btn btn--sm" type="button" onClick={() => void copy()}>
            {t('profile:copy')}
          </button>
          <span className="small muted" role="status">
            {outcome && t(`profile:${outcome}`)}
          </span>
        </p>
      )}
    </>
  );
}
