import * as z from 'zod/mini';
import { efileTypeCodes, filingContentTypes, largestFiling, stateWithoutCounty } from '@portal/proto/efile';
import { efileContact, type EfileImageAnswer } from '@portal/proto/http/efile';
import type { StoredProfile } from '@portal/proto/http/profile';
import type { SubmissionDetails } from '@portal/proto/http/submissions';

/**
 * The form (B10-02). The checkbox that accepts the county's statement is required only if the county has a statement
 * (B10-16).
 */
export const efileForm = z
  .object({
    efileType: z.enum(efileTypeCodes),
    ...efileContact,
    useProfile: z.boolean(),
    asksToAgree: z.boolean(),
    acknowledged: z.boolean(),
  })
  .check(
    z.refine(({ asksToAgree, acknowledged }) => !asksToAgree || acknowledged, {
      path: ['acknowledged'],
      error: 'efile:acknowledge',
    }),
  );
export type EfileAnswers = z.infer<typeof efileForm>;

/** The initial U.S. state in the sender's address: the county's state (B10-08). */
const stateOf = (countyState: string): string => (countyState === '' ? stateWithoutCounty : countyState);

const nobody = { name: '', email: '', address1: '', address2: '', city: '', zip: '' };

export const emptyEfile = (countyState: string): EfileAnswers => ({
  ...nobody,
  ...{
    efileType: 'LR',
    state: stateOf(countyState),
    useProfile: false,
    asksToAgree: false,
    acknowledged: false,
  },
});

/**
 * The sender's fields: filled from the profile when "use profile" is ticked, otherwise empty except for the U.S. state
 * (B10-33, B10-34).
 */
export const senderOf = (profile: StoredProfile | undefined, countyState: string) => {
  if (!profile) return { ...nobody, state: stateOf(countyState) };
  const { firstName, lastName, email, address, city, state, zip } = profile;
  return {
    ...{ name: `${firstName} ${lastName}`.trim(), email, address1: address, address2: '', city, zip },
    state: state === '' ? stateOf(countyState) : state,
  };
};

/**
 * The key of the message that says why a file cannot be sent (B10-11 to B10-13); undefined when the file can be sent.
 */
export const faultOfDocument = (file: Pick<File, 'type' | 'size'> | undefined): string | undefined => {
  if (!file) return 'efile:fileRequired';
  if (!filingContentTypes.some((type) => type === file.type)) return 'efile:format';
  return file.size > largestFiling ? 'efile:tooLarge' : undefined;
};

/**
 * The values of an earlier submission, which fill in the form for its correction. The sender must accept the statement
 * again.
 */
export const correctedEfile = (sent: SubmissionDetails): EfileAnswers => {
  const { efileType, name, email, address1, address2, city, stateCode, zip } = sent;
  return {
    ...{ efileType, name, email, address1, address2, city, state: stateCode, zip },
    ...{ useProfile: false, asksToAgree: false, acknowledged: false },
  };
};

/** The fields to send; two fields that only the form needs are left out. */
export const requestOf = (
  { useProfile: _profile, asksToAgree: _asks, ...form }: EfileAnswers,
  corrects: string | null,
) => ({ ...form, corrects });

/** The pages whose resolution is lower than recommended, and the lowest resolution among them. */
export const lowPagesText = ({ lowResolution }: EfileImageAnswer): { pages: string; dpi: number } => ({
  pages: lowResolution.map(({ page }) => page).join(', '),
  dpi: Math.min(...lowResolution.map(({ dpi }) => dpi)),
});

/** Decimal megabytes, like the limit: 3,145,728 bytes are 3.1 MB. */
export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
