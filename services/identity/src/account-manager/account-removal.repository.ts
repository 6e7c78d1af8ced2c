import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { MovedUser } from './managed-account.repository.js';

@Injectable()
export class AccountRemovalRepository {
  /**
   * Lists the users of an account and locks them until the transaction ends, so that they cannot sign in or be changed.
   * The usernames are read because the event about each deleted user contains the username, which reports keep showing.
   */
  lockUsers(tx: Tx, account: string): Promise<MovedUser[]> {
    return tx.rows<MovedUser>(
      'SELECT id, role, status, username FROM app_user WHERE account_id = $1 ORDER BY id FOR UPDATE',
      [account],
    );
  }

  /**
   * Removes an account that has no users anymore. Keeps its name, because purchases refer to it by its id, and its
   * LandLink fields, because the LandLink file with its last payments is made on the next day.
   */
  async remove(tx: Tx, id: string, now: Date): Promise<void> {
    await tx.run(
      `INSERT INTO former_account (county_id, id, name, land_link_account, post_to_land_link, deleted_at)
       SELECT county_id, id, name, land_link_account, post_to_land_link, $2 FROM account WHERE id = $1`,
      [id, now],
    );
    await tx.run('DELETE FROM account WHERE id = $1', [id]);
  }
}
