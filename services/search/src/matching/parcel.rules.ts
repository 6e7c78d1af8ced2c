import { upperWithoutAccents } from './name.rules.js';

/** The form in which parcel ids are compared: letters and digits only, upper case (25-0.1 = 2501). */
export const foldParcel = (text: string): string => upperWithoutAccents(text).replace(/[^\p{L}\p{N}]/gu, '');
