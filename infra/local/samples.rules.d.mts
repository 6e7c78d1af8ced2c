import type { DescMessage } from '@bufbuild/protobuf';
import type { Contract } from '@portal/proto/rpc/contract';
import type { $ZodType } from 'zod/v4/core';

/** A JSON Schema, and values that fit. */
export interface Described {
  readonly schema: Record<string, unknown>;
  readonly values: readonly unknown[];
}

export interface FieldSample {
  readonly number: number;
  readonly type: string;
  readonly members?: readonly string[];
  readonly fields?: Readonly<Record<string, FieldSample>>;
}

/** The form of one command, setting or fact that a version sends to another, as the samples store it. */
export type SampleLine =
  | {
      readonly kind: 'command';
      readonly name: string;
      readonly callers: readonly string[];
      readonly system: readonly string[];
      readonly errors: readonly string[];
      readonly input: Described;
      readonly output: Described;
    }
  | { readonly kind: 'setting'; readonly name: string; readonly output: Described }
  | { readonly kind: 'fact'; readonly name: string; readonly fields: Readonly<Record<string, FieldSample>> };

export interface Product {
  readonly contracts: readonly Contract[];
  readonly sections: Readonly<Record<string, $ZodType>>;
  readonly events: Readonly<Record<string, DescMessage>>;
}

export function linesOf(product: Product): SampleLine[];
