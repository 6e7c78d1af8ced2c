/** True for a signature key that is hexadecimal. Any other text would silently be decoded to wrong bytes or to none. */
export const isHexKey = (key: string): boolean => /^([0-9a-fA-F]{2})+$/.test(key);
