import { showAlert } from '../../shared/alerts.js';
import { callErrorOf } from '../../shared/http/api.js';
import type { CallError } from '../../shared/http/call.js';
import { isTold, windowErrorText } from '../../shared/http/alert-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useFile } from '../../ui/components/use-file.js';
import { useMakePackageMutation } from './filings.api.js';

type Asked = Parameters<ReturnType<typeof useMakePackageMutation>[0]>[0];

/** Makes a package for the land system and saves it. */
export const usePackage = (onMade: () => void) => {
  const t = useTexts();
  const [make, { isLoading }] = useMakePackageMutation();
  const file = useFile(t('filings:exchange.make'));
  /**
   * @param onFaults shows the faults of fields; if it is missing or shows nothing, a window shows the error
   * @returns the contents of the package, in words; '' when no package was made
   */
  const download = async (asked: Asked, onFaults?: (error: CallError) => boolean): Promise<string> => {
    const { data, error: failure } = await make(asked);
    if (data === undefined) {
      const error = callErrorOf(failure);
      if (!onFaults?.(error) && !isTold(error)) await showAlert(windowErrorText(t, error));
      return '';
    }
    const { packageId, count, skipped } = data;
    file.fetch({ path: `efileQueue/package/${packageId}`, method: 'GET' }, 'pria.zip');
    onMade();
    const made = t('filings:exchange.made', { count });
    return skipped > 0 ? `${made} ${t('filings:exchange.skipped', { count: skipped })}` : made;
  };
  return { download, busy: isLoading, progress: file.progress };
};
