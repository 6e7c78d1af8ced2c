/** True for a signature key that can be read as hexadecimal. Other text would silently become other bytes or none. */
export const isHexKey = (key: string): boolean => /^([0-9a-fA-F]{2})+$/.test(key);
