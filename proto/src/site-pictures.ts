import * as z from 'zod/mini';

/** Pictures that a county shows on its pages: slides beside the login form, the logo in the header. */
export const sitePictureKind = z.enum(['slide', 'logo']);
export type SitePictureKind = z.infer<typeof sitePictureKind>;

/** A file is named after its bytes, so that what a name shows never changes. */
const fileName = /^[0-9a-f]{64}\.webp$/;
export const isSitePictureName = (name: string): boolean => fileName.test(name);
/** Empty for the picture that came with the portal. */
export const sitePictureName = z
  .string()
  .check(z.refine((name) => name === '' || isSitePictureName(name), 'forms:pictureName'));

/** A picture as it was kept: pixels, and bytes of its file. */
export const keptPicture = z.object({
  name: z.string(),
  width: z.int(),
  height: z.int(),
  size: z.int(),
});
export type KeptPicture = z.infer<typeof keptPicture>;

/** Bytes of an upload. */
export const largestPicture = 5 * 1024 * 1024;

/** Pixels: what a picture must have at least, and what it is made smaller to. */
export const pictureBounds = {
  slide: { least: { width: 600, height: 300 }, most: { width: 1600, height: 1200 } },
  logo: { least: { width: 48, height: 48 }, most: { width: 512, height: 512 } },
} as const satisfies Record<SitePictureKind, object>;
/** Pixels of an upload, each way. */
export const longestSide = 10_000;

/** Where the pictures of a county lie in the object store. */
export const sitePictureKey = (county: string, name: string): string => `${county}/site/pictures/${name}`;
/** Where an upload waits until somebody has looked at it. */
export const uploadKey = (county: string, upload: string): string => `${county}/site/uploads/${upload}`;
