import { upperWithoutAccents } from './name.rules.js';

/** Converts a parcel id to the form in which ids are compared: upper-case letters and digits (25-0.1 becomes 2501). */
export const foldParcel = (text: string): string => upperWithoutAccents(text).replace(/[^\p{L}\p{N}]/gu, '');
