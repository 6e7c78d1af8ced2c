/** The `otpauth:` URL from which an authenticator app reads a key. The app shows the county and the username. */
export function authenticatorAddress(county: string, username: string, key: string): string {
  const label = `${encodeURIComponent(county)}:${encodeURIComponent(username)}`;
  const terms = `secret=${key}&issuer=${encodeURIComponent(county)}&algorithm=SHA1&digits=6&period=30`;
  return `otpauth://totp/${label}?${terms}`;
}
