import type { SectionName } from '@portal/proto/config/sections';
import * as z from 'zod/mini';
import { readHelperPart } from '../../../shared/county.js';
import { api, messageOf } from '../../../shared/http/api.js';
import { partRead } from '../../../shared/state/county.slice.js';

const values = z.record(z.string(), z.unknown());
const standing = {
  version: z.number(),
  savedBy: z.string(),
  savedAt: z.nullable(z.string()),
};
const openedSection = z.object({ ...standing, value: values, defaults: values });
export type OpenedSection = z.infer<typeof openedSection>;

const sectionVersion = z.object({ ...standing, value: values, reason: z.string() });
export type SectionVersion = z.infer<typeof sectionVersion>;

const savedSection = z.object({
  version: z.number(),
  value: values,
  /** Only in the answer to a save of Search 1: false if the section was saved but the users could not be updated. */
  usersUpdated: z.optional(z.boolean()),
  /** The name under which helperdata returns the section (C5-15). */
  name: z.optional(z.string()),
  /** The content of the section as helperdata returns it (C5-15). */
  baseContent: z.optional(z.unknown()),
});

const sectionPlan = z.object({
  id: z.string(),
  name: z.string(),
  changes: values,
  effectiveAt: z.string(),
  state: z.enum(['PLANNED', 'DONE', 'WITHDRAWN', 'FAILED']),
  reason: z.string(),
  plannedBy: z.string(),
  plannedAt: z.string(),
});
export type ShownPlan = z.infer<typeof sectionPlan>;

interface WantedSection {
  section: SectionName;
  /** The version that the page has read. The server refuses the save if a newer version exists. */
  version: number;
  value: Readonly<Record<string, unknown>>;
  reason: string;
  /** The values that a button of the page sends with the section. */
  with?: Readonly<Record<string, unknown>>;
}

export interface PlannedFor {
  id: string;
  /** MM/DD/YYYY. */
  date: string;
  /** HH:MM, 24 hours. */
  time: string;
}

/** The result of a save, with the server's message. */
export interface Saved {
  version: number;
  value: Record<string, unknown>;
  message: string;
  /** True if only the section is saved; the message then names the remaining steps. */
  isPart: boolean;
  name?: string | undefined;
  baseContent?: unknown;
}

const addressOf = (section: SectionName): string => `controlPanel/countyConfig/${section}`;

const sectionFormApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** GET controlPanel/countyConfig/{section}. Not cached, because a save must replace the newest version. */
    section: build.query<OpenedSection, SectionName>({
      query: (name) => ({ path: addressOf(name), method: 'GET', answer: openedSection }),
      keepUnusedDataFor: 0,
    }),
    /** GET controlPanel/countyConfig/{section}/versions. */
    sectionVersions: build.query<SectionVersion[], { section: SectionName; before?: number | undefined }>({
      query: ({ section, before }) => ({
        path: `${addressOf(section)}/versions${before === undefined ? '' : `?before=${before}`}`,
        method: 'GET',
        answer: z.object({ versions: z.array(sectionVersion) }),
      }),
      transformResponse: ({ versions }: { versions: SectionVersion[] }) => versions,
      keepUnusedDataFor: 0,
    }),
    /** POST controlPanel/countyConfig/{section}. */
    saveSection: build.mutation<Saved, WantedSection>({
      query: ({ section, with: beside, ...body }) => ({
        path: addressOf(section),
        body: { ...body, ...beside },
        answer: savedSection,
      }),
      transformResponse: ({ usersUpdated, ...saved }: z.infer<typeof savedSection>, notes) => ({
        ...saved,
        message: messageOf(saved, notes),
        isPart: usersUpdated === false,
      }),
      onQueryStarted: async (_wanted, { dispatch, queryFulfilled }) => {
        const { data } = await queryFulfilled.catch(() => ({ data: undefined }));
        const part = data && readHelperPart(data.name, data.baseContent);
        if (part) dispatch(partRead(part));
      },
    }),
    /** POST controlPanel/countyConfig/{section}/plans; resolves to the server's message. */
    planSection: build.mutation<string, WantedSection & PlannedFor>({
      query: ({ section, with: _beside, ...body }) => ({
        path: `${addressOf(section)}/plans`,
        body,
        answer: sectionPlan,
      }),
      transformResponse: messageOf,
    }),
    plannedChanges: build.query<ShownPlan[], void>({
      query: () => ({
        path: 'controlPanel/plannedChanges',
        method: 'GET',
        answer: z.object({ plans: z.array(sectionPlan) }),
      }),
      transformResponse: ({ plans }: { plans: ShownPlan[] }) => plans,
      keepUnusedDataFor: 0,
    }),
    /** POST controlPanel/plannedChanges/withdraw; resolves to the server's message. */
    withdrawPlan: build.mutation<string, string>({
      query: (id) => ({ path: 'controlPanel/plannedChanges/withdraw', body: { id }, answer: z.object({}) }),
      transformResponse: messageOf,
    }),
  }),
});

export const {
  useSectionQuery,
  useLazySectionQuery,
  useLazySectionVersionsQuery,
  useSaveSectionMutation,
  usePlanSectionMutation,
  usePlannedChangesQuery,
  useWithdrawPlanMutation,
} = sectionFormApi;
