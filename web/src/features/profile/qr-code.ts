import { encodeQR } from 'qr';

/** Scanners find a code only with this many light modules around it (ISO/IEC 18004). */
const QUIET_ZONE = 4;

export interface QrCode {
  /** Modules on each side, including the quiet zone. */
  size: number;
  /** The dark modules as the path of an SVG, in which a module is 1 wide and 1 high. */
  path: string;
}

/** @throws Error if the text is too long for a QR code */
export const qrCodeOf = (text: string): QrCode => {
  const rows = encodeQR(text, 'raw', { border: QUIET_ZONE });
  return { size: rows.length, path: rows.map(pathOfRow).join('') };
};

/** One rectangle for each run of dark modules, because a gap could show between single modules. */
const pathOfRow = (modules: readonly boolean[], y: number): string =>
  [...modules.map(Number).join('').matchAll(/1+/g)]
    .map(({ 0: { length }, index }) => `M${index} ${y}h${length}v1h-${length}z`)
    .join('');
