import * as z from 'zod/mini';
import { accountType } from '../roles.js';

/** The type of an account and the number of images that it loses when it is deleted, as a clerk saw them. */
export const seenAccount = z.object({ accountType, images: z.int() });
export type SeenAccount = z.infer<typeof seenAccount>;
