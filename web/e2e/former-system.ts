import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, type Page } from '@playwright/test';

const program = path.resolve(import.meta.dirname, '../../infra/local/sample-ls1.mjs');

/** A LandShark One system to migrate from. */
export interface FormerSystem {
  readonly address: string;
  readonly name: string;
  readonly username: string;
  readonly password: string;
  stop(): Promise<void>;
}

/**
 * Starts an LS1 with 5 accounts, 20 users, 2 more users whose usernames other users of the LS1 already have, and 400
 * entries in its audit log.
 */
export async function startFormerSystem(): Promise<FormerSystem> {
  const started = spawn(process.execPath, [program, '--twice', '2'], {
    env: { ...process.env, DATA_DIR: String(process.env.PORTAL_DATA) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(started, 'exit');
  const failed = ended.then(([code]) => {
    throw new Error(`${program} ended with ${code}`);
  });
  const told = once(createInterface({ input: started.stdout }), 'line');
  const [line] = (await Promise.race([told, failed])) as [string];
  const stop = async (): Promise<void> => {
    started.kill();
    await ended;
  };
  return { ...(JSON.parse(line) as Omit<FormerSystem, 'stop'>), stop };
}

/** Enters the connection to the former system's database and begins the migration, by keyboard. */
export async function migrateFrom(page: Page, former: FormerSystem, question: RegExp): Promise<void> {
  await page.getByLabel('Database address').fill(former.address);
  await page.getByLabel('Database name').fill(former.name);
  await page.getByLabel('Database username').fill(former.username);
  await page.getByLabel('Database password').fill(former.password);
  await page.getByRole('button', { name: 'Migrate' }).press('Enter');
  const window = page.getByRole('alertdialog');
  await expect(window).toContainText(question);
  await window.getByRole('button', { name: 'Yes' }).press('Enter');
  await expect(window).toContainText('The migration has begun. This page shows its progress.');
  await page.keyboard.press('Escape');
  await expect(window).toBeHidden();
}
