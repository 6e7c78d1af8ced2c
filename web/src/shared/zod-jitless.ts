import * as z from 'zod/mini';

/** The Content-Security-Policy forbids the code that zod would generate; this must run before the first schema. */
z.config({ jitless: true });
