import { codeDescription, type CodeDescription } from '@portal/proto/http/envelope';
import * as z from 'zod/mini';
import { api } from './http/api.js';

const codeList = z.object({ codeDescriptionResultList: z.array(codeDescription) });
type CodeList = z.infer<typeof codeList>;

const listOf = ({ codeDescriptionResultList }: CodeList): CodeDescription[] => codeDescriptionResultList;

export type PlatFilter = 'NUMBER' | 'NAME';

const codeListApi = api.injectEndpoints({
  endpoints: (build) => ({
    /**
     * POST helperdata/platscodedescription; an empty text returns all plats. The code of a plat is its number, and the
     * description is its name.
     */
    plats: build.query<CodeDescription[], { filterText: string; by: PlatFilter }>({
      query: (body) => ({ path: 'helperdata/platscodedescription', body, answer: codeList }),
      transformResponse: listOf,
    }),
    /** POST helperdata/userscodedescription (B7-11). */
    userCodes: build.query<CodeDescription[], string>({
      query: (filterText) => ({
        path: 'helperdata/userscodedescription',
        body: { filterText },
        answer: codeList,
      }),
      transformResponse: listOf,
    }),
    /** POST helperdata/accountscodedescription (B7-12). */
    accountCodes: build.query<CodeDescription[], string>({
      query: (filterText) => ({
        path: 'helperdata/accountscodedescription',
        body: { filterText },
        answer: codeList,
      }),
      transformResponse: listOf,
    }),
  }),
});

export const { usePlatsQuery, useLazyPlatsQuery, useUserCodesQuery, useAccountCodesQuery } = codeListApi;
