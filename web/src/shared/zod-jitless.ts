import * as z from 'zod/mini';

/**
 * The Content-Security-Policy forbids the code that zod would generate. This module must load before the first
 * schema.
 */
z.config({ jitless: true });
