import * as z from 'zod/mini';
import { countyId } from '../rpc/admin-config.js';

/**
 * POST webhooks/authorizenet/{county}. The signature is checked before the body is parsed
 * (payments/DESIGN.md#notifications).
 */
export const webhookPath = z.object({ county: countyId });
