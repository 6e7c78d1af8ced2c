import { documentKey } from '@portal/proto/document-key';
import * as z from 'zod/mini';

const whole = (minimum: number) =>
  z.coerce
    .number()
    .check(z.int(), z.minimum(minimum, 'forms:invalidPage'), z.maximum(100_000, 'forms:invalidPage'));

export const pagePath = z.object({ documentKey, page: whole(1) });

export const tilePath = z.object({
  documentKey,
  page: whole(1),
  level: whole(0),
  column: whole(0),
  row: whole(0),
});
