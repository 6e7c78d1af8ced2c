import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const debianChromium = '/usr/bin/chromium';

/** The browser of the machine, or the one that comes with npm. */
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
  // The demo users' balances are shared: one test after the other.
  workers: 1,
  fullyParallel: false,
  timeout: 120_000,
  // A stalled machine is no fault of the product; the report tells what passed only at the second try.
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
