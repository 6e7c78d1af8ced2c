import * as z from 'zod/mini';

/**
 * Prevents zod from generating code, which the Content-Security-Policy forbids. This module must load before the first
 * schema.
 */
z.config({ jitless: true });
