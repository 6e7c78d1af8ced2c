/** The guards of the whole product, each with the test that must fail without it (SECURITY.md#requirements). */
import accountDeletion from './account-deletion.mjs';
import adminRoutes from './admin-routes.mjs';
import door from './at-the-door.mjs';
import auditChain from './audit-chain.mjs';
import betweenServices from './between-services.mjs';
import billing from './billing.mjs';
import cashier from './cashier.mjs';
import efileExchange from './efile-exchange.mjs';
import efileQueue from './efile-queue.mjs';
import edge from './edge.mjs';
import ls1 from './ls1.mjs';
import efile from './efile.mjs';
import providerSignIn from './provider-sign-in.mjs';
import purges from './purges.mjs';
import sessions from './identity-sessions.mjs';
import signInDoor from './sign-in-door.mjs';
import tickets from './identity-tickets.mjs';

const lineOf = ({ line }) => Number(line.slice(1));

export const guards = [
  ...sessions,
  ...tickets,
  ...edge,
  ...signInDoor,
  ...cashier,
  ...ls1,
  ...efileQueue,
  ...efileExchange,
  ...providerSignIn,
  ...purges,
  ...auditChain,
  ...billing,
  ...efile,
  ...accountDeletion,
  ...adminRoutes,
  ...door,
  ...betweenServices,
].sort((a, b) => lineOf(a) - lineOf(b));

/** @throws Error for an unknown name */
export function guardNamed(name) {
  const found = guards.find((each) => each.name === name);
  if (!found)
    throw new Error(`there is no guard "${name}"; they are ${guards.map((each) => each.name).join(', ')}`);
  return found;
}
