import type { Tx } from '@portal/infra/db';

/** Tables with rows about users. When a user is deleted, these rows are deleted too. */
const ofUsers = [
  'recovery_code',
  'second_factor',
  'ticket',
  'letter',
  'last_letter',
  'credential',
  'provider_user',
  'session',
  'last_sign_in',
];

/** Removes users and all data about them except their names, which purchases and reports look up by the users' ids. */
export async function removeUsers(tx: Tx, users: readonly string[], now: Date): Promise<void> {
  await tx.run(
    `INSERT INTO former_user (county_id, id, username, account_id, deleted_at)
     SELECT county_id, id, username, account_id, $2 FROM app_user WHERE id = ANY ($1::uuid[]) ON CONFLICT DO NOTHING`,
    [users, now],
  );
  for (const table of ofUsers) await tx.run(`DELETE FROM ${table} WHERE user_id = ANY ($1::uuid[])`, [users]);
  await tx.run('DELETE FROM app_user WHERE id = ANY ($1::uuid[])', [users]);
}
