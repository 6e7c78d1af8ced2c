import * as z from 'zod/mini';
import { countyId } from '../rpc/admin-config.js';

/**
 * POST webhooks/authorizenet/{county}. The body is not parsed before its signature is checked
 * (payments/DESIGN.md#notifications).
 */
export const webhookPath = z.object({ county: countyId });
