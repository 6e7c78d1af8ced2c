import { controllers } from '../src/app.module.js';
import { listRoutes } from '../src/session/access.check.js';
import { deed, orderOf, type Reply, type Visitor } from './portal.js';
import { searchSamples } from './search-samples.js';

export interface Sample {
  readonly body?: unknown;
  readonly path?: Record<string, string>;
  /**
   * Set if the route takes the id of an object that belongs to a user. A test calls the route with the id of another
   * user's object.
   */
  readonly owned?: true;
}

const preview = {
  documentType: deed.documentType,
  documentNumber: deed.documentNumber,
  pageSelectionMethod: 'ENTIRE_DOCUMENT',
};
const page = { documentKey: deed.key, page: '1' };
/** Returns a sample request for every kind of search, to the route whose path has this ending. */
const searchRoutes = (ending: string, more: object = {}): Record<string, Sample> =>
  Object.fromEntries(
    Object.entries(searchSamples).map(([type, criteria]) => [
      `POST search/${type}${ending}`,
      { body: { ...criteria, ...more } },
    ]),
  );
export const unknownGuid = '00000000-0000-4000-8000-000000000000';

/** A valid call for every route. If a route has none, the first test of access.spec.ts fails (S9). */
export const samples: Record<string, Sample> = {
  'POST auth/login': { body: { username: 'nobody.at.all', password: 'wrong' } },
  'POST auth/guest': { body: {} },
  'GET auth/provider/signIn': {},
  'GET auth/provider/prove': {},
  'GET auth/provider/callback': {},
  'GET auth/provider/logout': {},
  'POST auth/provider/backchannel': { body: { logout_token: 'none' } },
  'POST auth/signUp': { body: {} },
  'POST auth/completeRegistration': { body: { ticket: 'none' } },
  'POST auth/logoutEverywhere': {},
  'POST currentUser/prove': { body: { proof: 'none' } },
  'POST auth/confirmEmail': { body: { ticket: 'none' } },
  'POST auth/forgotUsername': { body: {} },
  'POST auth/forgotPassword': { body: {} },
  'POST auth/resetPassword': { body: { ticket: 'none', password: '' } },
  'GET auth/loginPageLinks': {},
  'GET auth/loginPageSlides': {},
  'GET auth/loginPageLatestNews': {},
  'GET auth/accountOffer': {},
  'GET home/all': {},
  'GET report/offered': {},
  'GET report/figures': {},
  'POST report/page': { body: { report: 'STATEMENT', fromDate: '01/01/2026' } },
  ...Object.fromEntries(
    [
      'statementReport',
      'accountReport',
      'userReport',
      'accountTypeReport',
      'statementExport',
      'accountExport',
      'userExport',
    ].map(
      // no account has this name, so nothing is written
      (route) => [
        `POST report/${route}`,
        { body: { fromDate: '01/01/2026', accountName: 'no account of this name' } },
      ],
    ),
  ),
  'GET report/jobs': {},
  'POST report/jobs/remove': { body: { job: unknownGuid } },
  'GET report/jobs/file/:job': { path: { job: unknownGuid } },
  'GET report/schedules': {},
  // no account has this name, so nothing is scheduled
  'POST report/schedules/add': {
    body: {
      ...{ report: 'USER', format: 'PDF', interval: 'DAILY', day: 1, hour: 6 },
      criteria: { accountName: 'no account of this name' },
    },
  },
  'POST report/schedules/remove': { body: { schedule: unknownGuid } },
  'POST home/transactionReport': { body: { reportRange: 'TODAY' } },
  'GET controlPanel/countyConfig': {},
  'GET controlPanel/countyConfig/:section': { path: { section: 'homeSelections' } },
  'GET controlPanel/countyConfig/:section/versions': { path: { section: 'homeSelections' } },
  // the rules refuse this call, so that the demo's counties keep their settings
  'POST controlPanel/countyConfig/:section': { path: { section: 'homeSelections' }, body: {} },
  // the rules refuse this call, so that the demo's counties keep their prices
  'POST controlPanel/countyConfig/:section/plans': { path: { section: 'escrow' }, body: {} },
  'GET controlPanel/plannedChanges': {},
  'POST controlPanel/accounts': { body: {} },
  'GET controlPanel/account/:id': { path: { id: unknownGuid } },
  // these calls are invalid or name no account, so that the demo's accounts stay as they are
  'POST controlPanel/account': { body: { id: unknownGuid } },
  'POST controlPanel/accountDelete': { body: { accountId: unknownGuid } },
  'POST controlPanel/accountChangeStatusList': { body: { accountId: unknownGuid } },
  'POST controlPanel/accountChangeStatusSingle': { body: { accountId: unknownGuid } },
  'POST controlPanel/accountExport': { body: { filterText: 'no account begins so' } },
  'GET controlPanel/accountPageAccess/:id': { path: { id: unknownGuid } },
  'POST controlPanel/accountPageAccess': { body: { id: unknownGuid, flags: {} } },
  'GET controlPanel/accountOverview/:id': { path: { id: unknownGuid } },
  'GET controlPanel/accountMail/:id': { path: { id: unknownGuid } },
  'GET controlPanel/accountSignIns/:id': { path: { id: unknownGuid } },
  // no such account exists, so the session does not begin an account view
  'POST controlPanel/accountView': { body: { accountId: unknownGuid } },
  'POST currentUser/leaveView': {},
  'GET controlPanel/salesSetup': {},
  'GET controlPanel/cardKeys': {},
  // the rules refuse these calls, so that the demo's counties keep their keys
  'POST controlPanel/cardKeys': { body: {} },
  'POST controlPanel/cardKeys/check': { body: {} },
  'POST controlPanel/cardKeys/decision': { body: {} },
  'POST controlPanel/landLinkFiles': { body: {} },
  'GET controlPanel/landLinkFiles/:day': { path: { day: '2020-01-01' } },
  'GET controlPanel/accountFlatFeeUsage/:id': { path: { id: unknownGuid } },
  'POST controlPanel/accountFlatFeeUsage/:id': {
    path: { id: unknownGuid },
    body: { imagesRemaining: 1, key: unknownGuid },
  },
  'POST userManager/users': { body: {} },
  'POST userManager/userExport': { body: { filterText: 'no user begins so' } },
  'GET userManager/user/:id': { path: { id: unknownGuid } },
  // these calls are invalid or have no effect, so that the demo's users stay as they are
  'POST userManager/user': { body: { id: unknownGuid } },
  'POST userManager/userPassword': { body: { id: unknownGuid } },
  'POST userManager/userResetMail': { body: { userId: unknownGuid } },
  'POST userManager/userDelete': { body: { userId: unknownGuid } },
  'POST userManager/userChangeStatusList': { body: { userId: unknownGuid } },
  'POST userManager/userChangeStatusSingle': { body: { userId: unknownGuid } },
  'POST controlPanel/preview/home': { body: { sections: {} } },
  'POST controlPanel/preview/loginPage': { body: { sections: {} } },
  'POST controlPanel/preview/registration': { body: { sections: {} } },
  'POST controlPanel/plannedChanges/withdraw': { body: { id: unknownGuid } },
  // the rules refuse this call, because it sends no picture
  'POST controlPanel/countyPictures/:kind': { path: { kind: 'logo' }, body: {} },
  'GET currentUser/profile': {},
  // the rules refuse these calls, so that the demo's users keep their profile and password
  'POST currentUser/profile': { body: {} },
  'POST currentUser/password': { body: { password: 'short' } },
  'GET currentUser/secondFactor': {},
  // these calls are refused, so that the demo's staff can still sign in with the password alone
  'POST currentUser/offerSecondFactor': { body: {} },
  'POST currentUser/confirmSecondFactor': { body: { code: '000000' } },
  'POST currentUser/removeSecondFactor': { body: {} },
  'GET auth/logout': {},
  'POST auth/logout': { body: {} },
  'GET currentUser/loginStatus': {},
  'POST currentUser/usageBalance': { body: {} },
  'GET helperdata/:name': { path: { name: 'landlink' } },
  ...searchRoutes(''),
  ...searchRoutes('Print', { format: 'CSV' }),
  'POST search/documentDetails': { body: { docId: deed.key } },
  'POST search/torrensCertificateDetails': { body: { docId: 'C1' } },
  'POST search/taxLienDetails': { body: { docId: deed.key } },
  'POST search/grantorGranteeBookDetails': { body: { docId: 'G1' } },
  'POST search/tractBookDetails': { body: { docId: 'B5001' } },
  'POST search/legalDescriptionDetails': { body: { id: deed.key } },
  'POST tax/getLinks': { body: { id: deed.key } },
  'POST gis/getLinks': { body: { id: deed.key } },
  'POST helperdata/platscodedescription': { body: { filterText: '1' } },
  'POST helperdata/userscodedescription': { body: { filterText: '' } },
  'POST helperdata/accountscodedescription': { body: { filterText: '' } },
  'POST imaging/getThumbnails': { body: { ...preview, page: 1 } },
  'POST imaging/updateImagePreviewSettings': {
    body: { imagePreviewSettingChange: 'PAGES_CHANGED', imagePreviewSettings: preview, page: 1 },
  },
  'GET imaging/document/:documentKey/page/:page/zoom': { path: page },
  'GET imaging/document/:documentKey/page/:page/tile/:level/:column/:row': {
    path: { ...page, level: '0', column: '0', row: '0' },
  },
  'GET imaging/document/:documentKey/page/:page/:size': { path: { ...page, size: 'thumbnail' } },
  'POST imaging/computeDownloadOrder': { body: orderOf('1') },
  'POST imaging/recomputeDownloadOrder': { body: { imageStateGuid: unknownGuid }, owned: true },
  'POST imaging/cancelImageState': { body: { imageStateGuid: unknownGuid }, owned: true },
  'POST imaging/payDownloadOrder': { body: { imageStateGuid: unknownGuid }, owned: true },
  'POST imaging/getImage': { body: { imageStateGuid: unknownGuid }, owned: true },
  'GET imaging/download/:imageStateGuid': { path: { imageStateGuid: unknownGuid }, owned: true },
  'POST flatFee/getAddOnOptions': { body: {} },
  'POST flatFee/getUserAddOnConfirmation': {
    body: { option: '1', imageStateReference: { imageStateGuid: unknownGuid } },
    owned: true,
  },
  'POST flatFee/userAddOn': { body: { imageStateGuid: unknownGuid }, owned: true },
  'POST purchases/list': { body: {} },
  'POST purchases/clientReference': {
    body: { imageStateGuid: unknownGuid, clientReference: 'File 26-1007' },
    owned: true,
  },
  'POST purchases/spending': { body: { fromDate: '11/01/2026', toDate: '11/02/2026' } },
  'POST purchases/spendingCsv': { body: { fromDate: '11/01/2026', toDate: '11/02/2026' } },
  'POST purchases/receipt': { body: { kind: 'ORDER', id: unknownGuid }, owned: true },
  'POST reports/cardReconciliation': { body: { from: '2026-11-01', to: '2026-11-02' } },
  'POST reports/cardReconciliationNote': { body: { id: unknownGuid, note: 'a test', resolved: true } },
  'POST reports/cardReconciliationRun': { body: {} },
  'GET monitoring': {},
  'GET monitoring/deadFacts': {},
  'GET monitoring/imports': {},
  // no such group of facts (events) exists, so none is applied again or discarded
  'POST monitoring/settleDeadFacts': {
    body: {
      ...{
        service: 'search',
        consumer: 'nobody',
        type: 'nothing',
        failure: 'Error',
        action: 'AGAIN',
        reason: '',
      },
      last: '2026-11-01T00:00:00.000000Z',
    },
  },
  'POST controlPanel/countyConfig/reloadConfiguration': { body: {} },
  'GET controlPanel/signedIn': {},
  'GET controlPanel/countyConfig/endUserSessions': {},
  'POST controlPanel/countyConfig/endUserSessions': {},
  'GET controlPanel/countyConfig/userPurgeNow': {},
  // the rules refuse these calls, so that the demo's users are not deleted
  'POST controlPanel/countyConfig/userPurgeNow': { body: { purgeDate: '13/45/2020' } },
  'POST controlPanel/userPurges/check': { body: { purgeDate: '13/45/2020' } },
  'GET controlPanel/userPurges/:id/users': { path: { id: unknownGuid } },
  'GET controlPanel/countyConfig/migrateLandSharkOneAccountsUsers': {},
  'POST controlPanel/countyConfig/migrateLandSharkOneAccountsUsers': { body: {} },
  'GET controlPanel/countyConfig/migrateLandSharkOneAuditLog': {},
  'POST controlPanel/countyConfig/migrateLandSharkOneAuditLog': { body: {} },
  'GET controlPanel/landSharkOneMigration/:id/refused': { path: { id: unknownGuid } },
  'POST controlPanel/landSharkOneMigration/:id/cancel': { path: { id: unknownGuid } },
  'GET controlPanel/auditPurge': {},
  'POST controlPanel/auditPurge/check': {},
  'GET controlPanel/auditPurge/:id/records': { path: { id: unknownGuid } },
  'POST cashier/list': { body: {} },
  // the first call is invalid, and the next two calls name no entry, so that the demo's balances stay as they are
  'POST cashier/entry': {
    body: {
      id: unknownGuid,
      accountId: unknownGuid,
      kind: 'PAYMENT',
      means: 'CASH',
      amount: '0',
      number: '',
      note: '',
    },
  },
  'POST cashier/decision': { body: { id: unknownGuid, approve: false } },
  'POST cashier/receipt': { body: { id: unknownGuid } },
  'GET controlPanel/billingStanding': {},
  // nothing in the demo is due, or these calls name no account, so no account is charged
  'POST controlPanel/countyConfig/runAccountTasks': { body: {} },
  'POST controlPanel/countyConfig/prepareToRerunAccountTasks': { body: {} },
  'POST controlPanel/accountTaskList': { body: { list: 'LAST_RUN' } },
  'GET controlPanel/accountTasks/:id': { path: { id: unknownGuid } },
  'POST controlPanel/accountTasks': { body: { id: unknownGuid, lastTasks: '01/01/2027' } },
  'POST controlPanel/accountTasksBilledNow': { body: { id: unknownGuid } },
  'POST controlPanel/accountTasksImageRenewedNow': { body: { id: unknownGuid } },
  'POST controlPanel/runAccountTasks': { body: { accountId: unknownGuid } },
  'POST controlPanel/prepareToRerunAccountTasks': { body: { accountId: unknownGuid } },
  'POST escrowDeposit/quoteDeposit': { body: { amount: '0' } },
  // an amount of 0 opens no card page; each open card page would count toward the user's limit of unpaid card pages
  'POST escrowDeposit/initiateDeposit': { body: { amount: '0' } },
  'POST escrowDeposit/completeDeposit': { body: { transactionResponse: { transId: '0' } } },
  'POST creditcard/authorize': { body: {} },
  'POST creditcard/authorizationResponse': { body: { transactionResponse: { transId: '0' } } },
  'POST creditcard/getAuthorization': { body: {} },
  // the rules refuse these calls, so that no card is charged and no balance changes
  'POST creditcard/efileCapture': { body: { amount: 'x'.repeat(30) } },
  'POST creditcard/efileAuthAndCaptureResponse': { body: { transactionResponse: { transId: '0' } } },
  'GET efile/offer': {},
  'POST efile/image': { body: {} },
  'POST efile/submission': { body: {} },
  'GET efile/document/:imageId/:copy': { path: { imageId: unknownGuid, copy: 'original' } },
  'POST efileQueue/list': { body: {} },
  // these calls name no filing, so that the documents of the demo's users stay as they are
  'POST efileQueue/details': { body: { imageId: unknownGuid } },
  'POST efileQueue/claim': { body: { imageId: unknownGuid } },
  'POST efileQueue/release': { body: { imageId: unknownGuid } },
  'POST efileQueue/record': { body: { imageId: unknownGuid } },
  'POST efileQueue/reject': { body: { imageId: unknownGuid } },
  'POST efileQueue/askCorrection': { body: { imageId: unknownGuid } },
  'GET efileQueue/exchange': {},
  'POST efileQueue/package': { body: { imageId: unknownGuid } },
  'GET efileQueue/package/:packageId': { path: { packageId: unknownGuid } },
  'GET efileQueue/page/:imageId/:page': { path: { imageId: unknownGuid, page: '1' } },
  'POST submissions/list': { body: {} },
  'POST submissions/details': { body: { imageId: unknownGuid } },
  'POST submissions/withdraw': { body: { imageId: unknownGuid } },
  'POST webhooks/authorizenet/:county': { path: { county: 'lake' }, body: {} },
  'POST logReact': { body: { message: 'a test' } },
};

export const routes = listRoutes(controllers);
export const nameOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;

/** Returns a sample's body with `guid` in place of `unknownGuid`. */
const about = (body: unknown, guid: string): unknown =>
  JSON.parse(JSON.stringify(body).replaceAll(unknownGuid, guid));

/** Sends the sample of a route, with another guid if one is given. */
export const call = (
  visitor: Visitor,
  route: { method: string; path: string },
  guid?: string,
): Promise<Reply> => {
  const { body, path = {} } = samples[nameOf(route)] ?? {};
  const ids = guid === undefined ? path : { ...path, imageStateGuid: guid };
  const address = route.path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? '');
  const sent = guid !== undefined && body !== undefined ? about(body, guid) : body;
  return visitor.ask({ method: route.method, path: address, ...(sent !== undefined && { body: sent }) });
};

/** True for the call by which staff sign out all users, including those of other tests. */
export const endsAllSessions = ({ path }: { readonly path: string }): boolean =>
  path === 'controlPanel/countyConfig/endUserSessions';
