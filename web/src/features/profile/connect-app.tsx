import { useEffect, useState } from 'react';
import type { OfferedSecondFactor } from '@portal/proto/http/second-factor';
import { reportToServer } from '../../shared/http/client-log.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { CopiedText } from './copied-text.js';
import type { QrCode } from './qr-code.js';

/**
 * The width of a module of the QR code: a whole number of pixels, so that all modules are equally wide. Most codes are
 * 57 modules wide, and thus 171 pixels.
 */
const PIXELS_PER_MODULE = 3;
const USUAL_SIZE = 57;

/**
 * Focuses a heading when it appears. Pass this function itself as the heading's `ref`: React calls a new function at
 * each rendering, so a function made during rendering would take the focus each time.
 */
export const focusOnce = (heading: HTMLElement | null): void => heading?.focus();

/** The QR code of a text: undefined until the library is loaded, null if the code cannot be drawn. */
const useQrCode = (text: string): QrCode | null | undefined => {
  const [code, setCode] = useState<QrCode | null>();
  useEffect(() => {
    const draw = async (): Promise<void> => setCode((await import('./qr-code.js')).qrCodeOf(text));
    draw().catch(() => {
      reportToServer('warn', 'the QR code of a second factor could not be drawn');
      setCode(null);
    });
  }, [text]);
  return code;
};

/**
 * The key for the authenticator app: as a QR code, as a text and as a link. The heading gets the focus, because
 * focusing the field for the code would scroll the QR code out of view on a phone.
 */
export function ConnectApp({ offered: { key, address } }: { offered: OfferedSecondFactor }) {
  const t = useTexts();
  const code = useQrCode(address);
  return (
    <div className="form form-section">
      <h2 tabIndex={-1} ref={focusOnce}>
        {t('profile:secondFactorConnect')}
      </h2>
      <div className="form-row">
        {code !== null && (
          <div className="c-5">
            <Picture code={code} label={t('profile:secondFactorPicture')} />
          </div>
        )}
        <div className={code === null ? 'c-12' : 'c-7'}>
          <CopiedText text={key}>
            <p>{t(code === null ? 'profile:secondFactorType' : 'profile:secondFactorScan')}</p>
            <p>
              <code>{key.replace(/.{4}(?=.)/g, '$& ')}</code>
            </p>
          </CopiedText>
          <p>
            <a href={address}>{t('profile:secondFactorOpen')}</a>
          </p>
        </div>
      </div>
    </div>
  );
}

/** The code in black on white whatever the colors of the page are, because scanners need the contrast. */
function Picture({ code, label }: { code: QrCode | undefined; label: string }) {
  const { size, path } = code ?? { size: USUAL_SIZE, path: '' };
  const pixels = size * PIXELS_PER_MODULE;
  return (
    <svg
      role="img"
      aria-label={label}
      width={pixels}
      height={pixels}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}
