import type { OwnControlProps } from '../section-form/own-control.js';
import { PicturePlace } from './picture-place.js';

/** The form control with which staff uploads or removes the county's logo. */
export default function LogoPicture({ id, label, value, disabled, errorOf, onChange }: OwnControlProps) {
  const name = typeof value === 'string' ? value : '';
  return <PicturePlace kind="logo" {...{ id, label, name, disabled, onChange }} error={errorOf('')} />;
}
