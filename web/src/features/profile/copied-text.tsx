import { useState, type ReactNode } from 'react';
import { saveFile } from '../../shared/file-download.js';
import { useTexts } from '../../shared/i18n/use-texts.js';

interface CopiedTextProps {
  text: string;
  /** The name of the file that the text is saved as. Without a name, there is no button that saves the text. */
  file?: string;
  children: ReactNode;
}

/**
 * Shows a text with a button that copies it, and one that saves it as a file. Without a clipboard the text cannot be
 * copied with a button, and the user selects the text.
 */
export function CopiedText({ text, file, children }: CopiedTextProps) {
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
  const canCopy = 'clipboard' in navigator;
  return (
    <>
      {children}
      {(canCopy || file !== undefined) && (
        <p className="form-actions">
          {canCopy && (
            <button className="btn btn--sm" type="button" onClick={() => void copy()}>
              {t('profile:copy')}
            </button>
          )}
          {file !== undefined && (
            <button
              className="btn btn--sm"
              type="button"
              onClick={() => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), file)}
            >
              {t('profile:download')}
            </button>
          )}
          <span className="small muted" role="status">
            {outcome && t(`profile:${outcome}`)}
          </span>
        </p>
      )}
    </>
  );
}
