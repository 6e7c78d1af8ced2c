import { upperWithoutAccents } from './name.rules.js';

/** The compared form of parcel ids: only letters and digits, upper case (25-0.1 = 2501). */
export const foldParcel = (text: string): string => upperWithoutAccents(text).replace(/[^\p{L}\p{N}]/gu, '');
