import { Injectable } from '@nestjs/common';
import { RpcClient } from '@portal/infra/rpc';
import type { CurrentUser } from '@portal/proto/http/session';
import { isStaff, type Role } from '@portal/proto/roles';
import { listHistory } from '@portal/proto/rpc/search';
import { UsageBalance } from '../session/usage-balance.js';
import { CardSearchRates } from './card-search-rates.js';
import { actorOf, type Visit } from '../session/visit.js';
import { refuse } from '../answers/refusal.js';

/** The top-level pages of a role (A5-16 to A5-19). Users who pay also see their purchases. */
const tabsOf = (role: Role): string[] => [
  ...['home', 'search'],
  ...(isStaff(role) ? [] : ['purchases']),
  ...(isStaff(role) || role === 'ACCOUNT' ? ['reports'] : []),
];

/** Converts the signed-in user to the form that the browser gets (A2-19, A2-20). */
@Injectable()
export class CurrentUserWriter {
  constructor(
    private readonly rpc: RpcClient,
    private readonly balance: UsageBalance,
    private readonly rates: CardSearchRates,
  ) {}

  async write(visit: Visit): Promise<CurrentUser> {
    const user = visit.session?.user ?? refuse('NOT_SIGNED_IN');
    const [usageBalance, creditCardSearchRates, history] = await Promise.all([
      this.balance.text(visit),
      // A sign-in does not fail when the prices cannot be read; the list of prices is then empty.
      this.rates.list(visit).catch(() => []),
      this.rpc.call(listHistory, {}, { actor: actorOf(visit) }),
    ]);
    const staff = isStaff(user.role);
    return {
      userId: user.id,
      username: user.username,
      role: user.role,
      ...(visit.session?.byProvider && { byProvider: true }),
      accountType: user.terms?.accountType ?? null,
      paymentMethod: user.terms?.paymentMethod ?? null,
      usageBalance,
      language: user.language,
      // A sign-in does not fail when the index is unavailable; the history comes with the next search.
      searchHistoryList: history.ok ? history.value : [],
      tabList: tabsOf(user.role),
      searchList: user.searchList,
      allowableAccounts: user.account ? [{ code: user.account.id, description: user.account.name }] : [],
      imageRetrieval: staff || (user.terms?.imageRetrieval ?? false),
      previewRetrieval: staff || (user.terms?.previewRetrieval ?? false),
      certificateRetrieval: staff || (user.terms?.certificateRetrieval ?? false),
      certificatePreviewRetrieval: staff || (user.terms?.certificatePreviewRetrieval ?? false),
      creditCardSearchRates,
      ...(user.view &&
        user.account && {
          view: { accountId: user.account.id, accountName: user.account.name, until: user.view.until },
        }),
    };
  }
}
