import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const debianChromium = '/usr/bin/chromium';

/** The installed browser, or the one from npm. */
const findBrowser = async (): Promise<string> => {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  if (existsSync(debianChromium)) return debianChromium;
  const { default: chromium } = await import('@sparticuz/chromium');
  return chromium.executablePath();
};

const portal = process.env.PORTAL_URL ?? `http://localhost:${process.env.PORTAL_PORT ?? '8080'}`;

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: '../test-results/browser',
  // One test after another, because they share the demo users' balances.
  workers: 1,
  fullyParallel: false,
  timeout: 120_000,
  // A stalled machine is not the product's fault. The report lists tests that passed only on the second attempt.
  retries: process.env.CI === 'true' ? 1 : 0,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    baseURL: portal,
    browserName: 'chromium',
    acceptDownloads: true,
    launchOptions: {
      executablePath: await findBrowser(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--host-resolver-rules=MAP *.localhost 127.0.0.1',
      ],
    },
  },
});
