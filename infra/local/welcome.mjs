const SIGN_INS = [
  ['guest.user', 'GUEST'],
  ['demo.escrow', 'USER, pays from escrow'],
  ['demo.flatfee', 'USER, flat fee with 50 images left'],
  ['demo.invoice', 'USER, pays by invoice'],
  ['demo.credit', 'USER, pays by card'],
  ['demo.bundles', 'USER, flat fee with 2 images left, may buy bundles'],
  ['demo.office', 'ACCOUNT, of the same account'],
  ['demo.small', 'USER, pays from an escrow with $1.00'],
  ['demo.account', 'ACCOUNT, of the escrow account'],
  ['demo.county', 'COUNTY'],
  ['demo.trimin', 'TRIMIN'],
];

/** The last lines that a start prints: the URLs and the sign-ins. */
export function welcome({ port, portalOrigin, paymentOrigin, mailOrigin }, milliseconds) {
  const rows = SIGN_INS.map(([user, what]) => `    ${user.padEnd(14)}${what}`);
  return `
Ready in ${(milliseconds / 1000).toFixed(1)} s. Ctrl-C stops it.

  Lake County             ${portalOrigin}/
  Commonwealth Recorder   http://saipan.localhost:${port}/
  Mail that was sent      ${mailOrigin}/
  Payment sandbox         ${paymentOrigin}/

  Sign-ins, password Portal!2026 in both counties:
${rows.join('\n')}
    (demo.pending, demo.inactive and demo.locked cannot sign in, each for its reason)

`;
}
