import { useEffect } from 'react';
import type { RecordSteps } from '../../shared/image-request.js';
import { singleKeyOf } from '../../shared/single-keys.js';

const byOf: Record<string, 1 | -1> = { n: 1, p: -1 };

/**
 * N and P open the pages of the next and the previous record, and G focuses the box for page numbers, unless another
 * window is on top.
 */
export const usePreviewKeys = (steps: RecordSteps | undefined): void => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const key = singleKeyOf(event) ?? '';
      const by = byOf[key];
      const uppermost = [...document.querySelectorAll('dialog[open]:not(.detail)')].at(-1);
      const box = uppermost?.querySelector<HTMLElement>('.page-choice .input');
      if (key === 'g' && box) {
        event.preventDefault();
        box.focus();
      }
      if (!by || !steps || !uppermost?.querySelector('.record-steps')) return;
      event.preventDefault();
      if (steps.at !== undefined && steps.at + by >= 1 && steps.at + by <= steps.total) steps.go(by);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [steps]);
};
