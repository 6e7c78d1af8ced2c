import { useTexts } from '../../../shared/i18n/use-texts.js';
import { TextField } from '../../../ui/components/fields.js';
import type { OwnControlProps } from '../section-form/own-control.js';

const most = 6;
const captionsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** A caption for each slide; empty captions at the end are left out. */
export default function Captions({ id, value, disabled, errorOf, onChange }: OwnControlProps) {
  const t = useTexts();
  const captions = captionsIn(value);
  const change = (at: number, text: string): void => {
    const next = Array.from({ length: most }, (_none, index) =>
      index === at ? text : (captions[index] ?? ''),
    );
    onChange(next.slice(0, next.findLastIndex((caption) => caption !== '') + 1));
  };
  return (
    <div className="stack">
      {Array.from({ length: most }, (_none, at) => (
        // a row of the form holds twelve columns, and each caption takes all of them
        <div className="form-row" key={at}>
          <TextField
            name={`${id}.${at}`}
            label={t('panel-pages:loginPageSlides.caption', { n: at + 1 })}
            maxLength={200}
            value={captions[at] ?? ''}
            disabled={disabled}
            error={errorOf(String(at))}
            onChange={({ target }) => change(at, target.value)}
          />
        </div>
      ))}
    </div>
  );
}
