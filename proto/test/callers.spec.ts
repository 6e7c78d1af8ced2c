import { describe, expect, test } from '@jest/globals';
import { callers } from '../src/rpc/callers.js';
import { serviceOf } from '../src/rpc/contract.js';
import { contracts } from '../src/rpc/registry.js';

/** The processes that may send a command for a person. Commands that are not listed here come only from the gateway. */
const passedOn: Readonly<Record<string, readonly string[]>> = {
  'search.search.v1': ['gateway', 'reports'],
  'search.broad-search.v1': ['gateway', 'reports'],
  'search.get-index-terms.v1': ['gateway', 'reports'],
  'payments.charge-search.v1': ['search'],
  'payments.list-transactions.v1': ['reports'],
  'payments.get-purchase.v1': ['reports'],
  'payments.list-spending.v1': ['gateway', 'reports'],
  'identity.list-usernames.v1': ['gateway', 'reports'],
  'identity.describe-accounts.v1': ['gateway', 'payments', 'reports'],
  'identity.get-own-access.v1': ['payments'],
  'payments.get-office-entry.v1': ['reports'],
  'payments.close-account.v1': ['identity'],
  'payments.charge-account-task.v1': [],
  'identity.list-billed-accounts.v1': [],
  'identity.list-landlink-accounts.v1': [],
  'search.describe-document.v1': [],
  'imaging.describe-pages.v1': [],
  'imaging.render-pdf.v1': [],
  'identity.invite-county-user.v1': [],
  'identity.invite-provider-user.v1': [],
  'payments.list-unsettled-accounts.v1': [],
  'payments.find-county-money.v1': [],
  'reports.add-ls1-entries.v1': [],
  'reports.delete-ls1-entries.v1': [],
  'payments.price-filing.v1': ['imaging'],
  'payments.hold-filing.v1': ['imaging'],
  'payments.settle-filing.v1': [],
};

/** The processes that send a command on their own behalf, without a person. */
const forItself: Readonly<Record<string, readonly string[]>> = {
  'search.describe-document.v1': ['payments'],
  'imaging.describe-pages.v1': ['payments'],
  'imaging.render-pdf.v1': ['payments'],
  'payments.charge-account-task.v1': ['billing'],
  'identity.list-billed-accounts.v1': ['billing'],
  'identity.list-landlink-accounts.v1': ['payments'],
  'payments.hold-filing.v1': ['imaging'],
  'payments.settle-filing.v1': ['imaging'],
  'admin-config.list-counties.v1': callers,
  'admin-config.get-sections.v1': callers,
  'admin-config.save-county.v1': ['launcher'],
  'admin-config.announce-county.v1': ['launcher'],
  'admin-config.save-section.v1': ['launcher'],
  'identity.save-account.v1': ['launcher'],
  'identity.save-user.v1': ['launcher'],
  'identity.invite-county-user.v1': ['launcher'],
  'identity.invite-provider-user.v1': ['launcher'],
  'identity.set-user-status.v1': ['launcher'],
  'identity.end-sessions.v1': ['launcher'],
  'payments.override-balance.v1': ['launcher'],
  'payments.list-unsettled-accounts.v1': ['identity'],
  'payments.find-county-money.v1': ['identity'],
  'reports.add-ls1-entries.v1': ['identity'],
  'reports.delete-ls1-entries.v1': ['identity'],
};

describe.each(contracts)('S41 the contract $name', (contract) => {
  test('names the processes that may send it for a person, and those that may send it on their own behalf', () => {
    expect(contract.callers).toEqual(passedOn[contract.name] ?? ['gateway']);
    expect(contract.system).toEqual(forItself[contract.name] ?? []);
  });

  test('has a name that begins with the name of a process', () => {
    expect(callers).toContain(serviceOf(contract));
  });
});

test('every name in the lists of this file is the name of a contract', () => {
  const names = contracts.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining([...Object.keys(passedOn), ...Object.keys(forItself)]));
});
