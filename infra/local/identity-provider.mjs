// A real OpenID provider on this machine, for tests and for trying out the sign-in of staff.
//   node infra/local/identity-provider.mjs --port 9400 --portal http://localhost:8080
// Port 0 is a free port. The provider prints one line of JSON with its issuer, client id and client secret. Any name
// signs in, with any password. Tests send requests below /try, which change what the provider does next.
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import Provider from 'oidc-provider';
import { freePort } from './ports.mjs';

const { values: options } = parseArgs({
  options: {
    port: { type: 'string', default: '9400' },
    portal: { type: 'string', multiple: true, default: ['http://localhost:8080'] },
    secret: { type: 'string', default: randomBytes(24).toString('hex') },
  },
});
const port = Number(options.port) || (await freePort());
const issuer = `http://localhost:${port}`;
const clientId = 'portal';
const CALLBACK = '/LandShark/api/auth/provider/callback';
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** The provider's key, and a second key for wrong signatures. The provider does not publish the second key. */
const own = await generateKeyPair('RS256', { extractable: true });
const strange = await generateKeyPair('RS256');
const kid = randomBytes(6).toString('hex');

/** The faults that tests have requested. */
const asked = { fault: '', delayMs: 0, groups: new Map() };

const claimsOf = (name) => ({
  sub: name,
  preferred_username: name,
  given_name: 'Pat',
  family_name: name,
  email: `${name}@county.example`,
  email_verified: true,
  groups: asked.groups.get(name) ?? ['records'],
});

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: clientId,
      client_secret: options.secret,
      redirect_uris: options.portal.map((portal) => portal + CALLBACK),
      post_logout_redirect_uris: options.portal.map((portal) => `${portal}/LandShark/login`),
      backchannel_logout_uri: `${options.portal[0]}/LandShark/api/auth/provider/backchannel`,
      backchannel_logout_session_required: true,
    },
  ],
  jwks: { keys: [{ ...(await exportJWK(own.privateKey)), kid, alg: 'RS256', use: 'sig' }] },
  cookies: { keys: [randomBytes(16).toString('hex')] },
  claims: {
    openid: ['sub', 'sid'],
    profile: ['preferred_username', 'given_name', 'family_name', 'groups'],
    email: ['email', 'email_verified'],
  },
  features: { backchannelLogout: { enabled: true } },
  pkce: { required: () => true },
  findAccount: (_context, name) => ({ accountId: name, claims: () => claimsOf(name) }),
  // every user counts as having consented
  async loadExistingGrant({ oidc }) {
    const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
    grant.addOIDCScope('openid profile email');
    await grant.save();
    return grant;
  },
});

/** Makes a valid token invalid: changes one claim, signs it with the second key, or omits the signature. */
async function spoilt(token, fault) {
  const claims = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());
  const hours = 3600;
  const wrong = {
    nonce: { ...claims, nonce: 'of-another-visit' },
    audience: { ...claims, aud: 'another-client' },
    issuer: { ...claims, iss: 'https://elsewhere.example' },
    expired: { ...claims, iat: claims.iat - 2 * hours, exp: claims.iat - hours },
    future: { ...claims, iat: claims.iat + hours, exp: claims.exp + hours, nbf: claims.iat + hours },
    old: { ...claims, auth_time: claims.iat - 5 * hours },
  };
  if (fault === 'none') return new UnsecuredJWT(claims).encode();
  return signed(wrong[fault] ?? claims, fault === 'key' ? strange.privateKey : own.privateKey);
}

const signed = (claims, key, typ = 'JWT') =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, typ }).sign(key);

/**
 * A logout token for tests.
 * @param {{ sub?: string, sid?: string, fault?: string, jti?: string }} o `fault` names what is wrong with it
 */
async function logoutToken({ sub, sid, fault = '', jti = randomBytes(9).toString('hex') }) {
  const now = Math.floor(Date.now() / 1000);
  const iat = fault === 'old' ? now - 3600 : now;
  const claims = {
    iss: fault === 'issuer' ? 'https://elsewhere.example' : issuer,
    aud: fault === 'audience' ? 'another-client' : clientId,
    ...{ iat, exp: iat + 120, jti },
    events: fault === 'event' ? {} : { [LOGOUT_EVENT]: {} },
    ...(sub && { sub }),
    ...(sid && { sid }),
    ...(fault === 'nonce' && { nonce: 'n' }),
  };
  if (fault === 'none') return new UnsecuredJWT(claims).encode();
  return signed(claims, fault === 'key' ? strange.privateKey : own.privateKey, 'logout+jwt');
}

provider.use(async (context, next) => {
  if (asked.delayMs > 0 && !context.path.startsWith('/try'))
    await new Promise((resolve) => setTimeout(resolve, asked.delayMs));
  const query = Object.fromEntries(new URL(context.href).searchParams);
  if (context.path === '/try/fault') {
    asked.fault = query.fault ?? '';
    asked.delayMs = Number(query.delayMs ?? 0);
    context.body = 'ok';
  } else if (context.path === '/try/groups') {
    asked.groups.set(query.name, (query.groups ?? '').split(',').filter(Boolean));
    context.body = 'ok';
  } else if (context.path === '/try/logoutToken') {
    context.body = await logoutToken(query);
  } else {
    await next();
    if (context.path === '/token' && asked.fault !== '' && context.body?.id_token)
      context.body = { ...context.body, id_token: await spoilt(context.body.id_token, asked.fault) };
  }
});

provider.listen(port, '127.0.0.1', () => {
  console.log(JSON.stringify({ issuer, clientId, clientSecret: options.secret }));
});
