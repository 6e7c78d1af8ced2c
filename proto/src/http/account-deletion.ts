import * as z from 'zod/mini';
import { accountType } from '../roles.js';

/** What a clerk saw before deleting an account: its type, and the number of images that are lost with it. */
export const seenAccount = z.object({ accountType, images: z.int() });
export type SeenAccount = z.infer<typeof seenAccount>;
