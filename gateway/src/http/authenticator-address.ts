/** The address by which authenticators take a key: issuer and name are what they show. */
export function authenticatorAddress(county: string, username: string, key: string): string {
  const label = `${encodeURIComponent(county)}:${encodeURIComponent(username)}`;
  const terms = `secret=${key}&issuer=${encodeURIComponent(county)}&algorithm=SHA1&digits=6&period=30`;
  return `otpauth://totp/${label}?${terms}`;
}
