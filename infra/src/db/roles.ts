import { createHmac } from 'node:crypto';

/** The names of a service's roles in PostgreSQL. Only the app and the worker role can sign in. */
export interface ServiceRoles {
  readonly schema: string;
  /** Owns the schema and its tables; cannot sign in. */
  readonly owner: string;
  /** The role that the service connects as. */
  readonly app: string;
  /** The role for work across counties. Its policies cover only the outbox and tables of due work. */
  readonly worker: string;
}

/** @param service folder name of the service, such as 'admin-config' */
export function rolesOf(service: string): ServiceRoles {
  if (!/^[a-z][a-z0-9-]{0,40}$/.test(service)) throw new Error(`'${service}' is not the name of a service`);
  const schema = service.replaceAll('-', '_');
  return { schema, owner: `${schema}_owner`, app: `${schema}_app`, worker: `${schema}_worker` };
}

/** The password of a role. The same secret always derives the same password, so it is neither typed nor stored. */
export const rolePassword = (secret: string, role: string): string =>
  createHmac('sha256', secret).update(`postgresql role ${role}`).digest('base64url');

/** The default key of the role passwords: the administrator's password. */
export function secretOf(adminUrl: string): string {
  const secret = decodeURIComponent(new URL(adminUrl).password);
  if (!secret) throw new Error('DATABASE_ADMIN_URL has no password and there is no DATABASE_SECRET');
  return secret;
}

/** Quotes a name for SQL. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Quotes a text for the few statements that take no parameters (role passwords, policies). */
export const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`;
