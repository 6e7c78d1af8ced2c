import * as z from 'zod/mini';
import { countyId } from '../rpc/admin-config.js';

/** POST webhooks/authorizenet/{county}; the body is read by nobody before its signature is checked (2.4). */
export const webhookPath = z.object({ county: countyId });
