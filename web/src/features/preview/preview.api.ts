import type { previewSettingChanges } from '@portal/proto/http/imaging';
import {
  pagesSelected,
  thumbnailsAnswer,
  zoomDescription,
  type PagesSelected,
  type PreviewSettings,
  type ThumbnailsAnswer,
  type ThumbnailsRequest,
  type ZoomDescription,
} from '@portal/proto/http/imaging';
import { api } from '../../shared/http/api.js';

export type SettingChange = (typeof previewSettingChanges)[number];

interface SettingsUpdate {
  imagePreviewSettingChange: SettingChange;
  imagePreviewSettings: PreviewSettings;
  page: number;
}

const previewApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** POST imaging/getThumbnails: the thumbnails of five pages, beginning at the given page (A9-37). */
    thumbnails: build.mutation<ThumbnailsAnswer, ThumbnailsRequest>({
      query: (body) => ({ path: 'imaging/getThumbnails', body, answer: thumbnailsAnswer }),
    }),
    /** POST imaging/updateImagePreviewSettings (A9-38). */
    updateSettings: build.mutation<PagesSelected, SettingsUpdate>({
      query: (body) => ({ path: 'imaging/updateImagePreviewSettings', body, answer: pagesSelected }),
    }),
    zoom: build.query<ZoomDescription, { documentKey: string; page: number }>({
      query: ({ documentKey, page }) => ({
        path: `imaging/document/${documentKey}/page/${page}/zoom`,
        method: 'GET',
        answer: zoomDescription,
      }),
    }),
  }),
});

export const { useThumbnailsMutation, useUpdateSettingsMutation, useZoomQuery } = previewApi;
