import { defineConfig } from '@playwright/test';

const portal = process.env.PORTAL_URL ?? `http://localhost:${process.env.PORTAL_PORT ?? '8080'}`;

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: '../test-results/browser',
  // One test after another, because they share the demo users' balances.
  workers: 1,
  fullyParallel: false,
  timeout: 120_000,
  // In CI a failed test runs a second time, because a stalled machine may have made it fail. The report lists tests
  // that passed only the second time.
  retries: process.env.CI === 'true' ? 1 : 0,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    baseURL: portal,
    browserName: 'chromium',
    acceptDownloads: true,
    launchOptions: {
      // CHROMIUM_PATH is set by the commands that run browser tests
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--host-resolver-rules=MAP *.localhost 127.0.0.1',
      ],
    },
  },
});
