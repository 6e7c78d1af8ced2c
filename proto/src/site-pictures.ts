import * as z from 'zod/mini';

/** Pictures that a county shows on its pages: slides beside the login form, and the logo in the header. */
export const sitePictureKind = z.enum(['slide', 'logo']);
export type SitePictureKind = z.infer<typeof sitePictureKind>;

/** The file name is the hash of the bytes, so the bytes behind a name never change. */
const fileName = /^[0-9a-f]{64}\.webp$/;
export const isSitePictureName = (name: string): boolean => fileName.test(name);
/** Empty for the portal's own picture. */
export const sitePictureName = z
  .string()
  .check(z.refine((name) => name === '' || isSitePictureName(name), 'panel:pictureName'));

/** A stored picture: size in pixels and in bytes. */
export const keptPicture = z.object({
  name: z.string(),
  width: z.int(),
  height: z.int(),
  size: z.int(),
});
export type KeptPicture = z.infer<typeof keptPicture>;

/** Maximum size of an upload in bytes. */
export const largestPicture = 5 * 1024 * 1024;

/** The smallest size of a picture in pixels, and the size to which larger pictures are reduced. */
export const pictureBounds = {
  slide: { least: { width: 600, height: 300 }, most: { width: 1600, height: 1200 } },
  logo: { least: { width: 48, height: 48 }, most: { width: 512, height: 512 } },
} as const satisfies Record<SitePictureKind, object>;
/** Maximum width and height of an upload in pixels. */
export const longestSide = 10_000;

/** The key of a county's picture in the object store. */
export const sitePictureKey = (county: string, name: string): string => `${county}/site/pictures/${name}`;
/** The key of an upload that has not been checked yet. */
export const uploadKey = (county: string, upload: string): string => `${county}/site/uploads/${upload}`;
