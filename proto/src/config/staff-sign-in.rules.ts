import { faultsWhere, type SectionFaults } from './section-faults.js';
import type { SectionValue } from './sections.js';

/**
 * True for a URL of this machine, where a developer runs a provider without TLS. A deployment refuses to call such a
 * URL.
 */
const isThisMachine = (hostname: string): boolean => hostname === 'localhost' || hostname === '127.0.0.1';

/**
 * True for the URL of an issuer: https, or http on this machine, without a user, a query or a fragment (OpenID Connect
 * Discovery 1.0, section 2).
 */
export function isIssuer(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(address);
  const isSecure = protocol === 'https:' || (protocol === 'http:' && isThisMachine(hostname));
  return isSecure && username + password + search + hash === '';
}

/** A county that offers the sign-in must name its identity provider and the groups whose members may sign in. */
export const staffSignInFaults = (section: SectionValue<'staffSignIn'>): SectionFaults => {
  const { staffSignIn: isOffered, providerName, issuer, clientId, scopes, groupsClaim, groups } = section;
  return faultsWhere([
    [isOffered && providerName.trim() === '', 'providerName', 'forms:required'],
    [isOffered && issuer === '', 'issuer', 'forms:required'],
    [issuer !== '' && !isIssuer(issuer), 'issuer', 'panel:issuer'],
    [isOffered && clientId.trim() === '', 'clientId', 'forms:required'],
    [!scopes.split(' ').includes('openid'), 'scopes', 'panel:scopes'],
    [isOffered && groupsClaim.trim() === '', 'groupsClaim', 'forms:required'],
    [isOffered && !groups.some(({ group }) => group.trim() !== ''), 'groups.0.group', 'forms:required'],
  ]);
};
