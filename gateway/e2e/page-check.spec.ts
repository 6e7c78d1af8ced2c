import { expect, test } from '@jest/globals';
import { builtSite } from '../src/page-check/built-site.js';
import { checkPages } from '../src/page-check/page-check.js';
import { paymentOrigin } from './card-sandbox.js';
import { hosts } from './portal.js';

test.each(Object.values(hosts))('S18 %s serves exactly the built pages for card payments', async (host) => {
  const site = await builtSite(paymentOrigin);
  expect(site.pages.length).toBeGreaterThan(5);
  expect(site.files.size).toBeGreaterThan(50);
  expect(await checkPages(`http://${host}:${process.env.PORTAL_PORT}`, site)).toEqual([]);
});

test('S18 an unexpected URL for card payments is reported, both in each page and in the start-up file', async () => {
  const site = await builtSite('https://evil.test');
  const differences = await checkPages(`http://${hosts.lake}:${process.env.PORTAL_PORT}`, site);
  expect(differences.filter((each) => each.includes('content-security-policy'))).toHaveLength(
    site.pages.length,
  );
  expect(differences.join('\n')).toContain(`"paymentPageAddress":"${paymentOrigin}/payment/payment"`);
});
