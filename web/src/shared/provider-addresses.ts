const base = '/LandShark/api/auth/provider';

/** URLs to open in a window, not to call from a script, because they redirect to the county's identity provider. */
export const providerSignIn = `${base}/signIn`;
export const providerProof = `${base}/prove`;

/** The failures of a sign-in at the identity provider, by the keys of their texts. */
const problems = [
  'PROVIDER_UNAVAILABLE',
  'PROVIDER_VISIT_OVER',
  'PROVIDER_REFUSED',
  'PROVIDER_ANSWER_INVALID',
  'PROVIDER_NO_GROUP',
  'PROVIDER_OTHER_PERSON',
  'USER_INACTIVE',
  'USER_LOCKED',
  'VIEW_ONLY',
];

/**
 * The failure that a URL names: `failed` if the failure has no text of its own, undefined if the URL names no failure.
 */
export const providerProblem = (search: string): string | undefined => {
  const problem = new URLSearchParams(search).get('problem');
  if (problem === null) return undefined;
  return problems.includes(problem) ? problem : 'failed';
};

const channelName = 'portal.proof';

/** Notifies the other windows of the browser that the person has signed in again. */
export const tellProved = (): void => {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage('proved');
  channel.close();
};

/** @returns a function that stops waiting */
export const onProved = (work: () => void): (() => void) => {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', work);
  return () => channel.close();
};
