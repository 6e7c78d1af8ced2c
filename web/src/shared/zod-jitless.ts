import * as z from 'zod/mini';

/** The Content-Security-Policy forbids the code that zod would generate; this runs before the first schema is made. */
z.config({ jitless: true });
