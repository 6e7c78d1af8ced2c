import type * as z from 'zod/mini';
import type { $ZodType } from 'zod/v4/core';
import type { ErrorCode } from '../codes.js';
import type { Result } from '../result.js';
import type { Caller } from './callers.js';

/**
 * The queue of a command (infra/DESIGN.md#lanes). `fast` and `slow` are refused under overload and have separate slots,
 * so that slow searches never starve fast ones. `must` is never refused; most of its commands concern money.
 */
export type Lane = 'fast' | 'slow' | 'must';

/** What a command does in an account view. */
export type InView = 'READS' | 'ENDS';

/** One command: its input, output, expected failures, lane and deadline. */
export interface Contract<
  I extends $ZodType = $ZodType,
  O extends $ZodType = $ZodType,
  E extends ErrorCode = ErrorCode,
> {
  /** `<service>.<verb>-<object>.v<n>` */
  readonly name: string;
  readonly input: I;
  readonly output: O;
  readonly errors: readonly E[];
  readonly lane: Lane;
  /**
   * True if the command changes nothing, or changes only data that may be lost when the process ends. If caller and
   * service share a process, such a command can run without Redis.
   */
  readonly reads: boolean;
  /**
   * What the command does in an account view, in which staff sees the portal as a user of the account would. READS: the
   * command runs in transactions that only read. ENDS: it ends the view or the session. Undefined: it is refused.
   */
  readonly inView: InView | undefined;
  /**
   * The longest time, in milliseconds, that a caller waits for the answer. If the caller's own deadline ends earlier,
   * the caller waits only until then.
   */
  readonly deadlineMs: number;
  /** Processes that may send the command for a person; the gateway may also send it for a visitor. */
  readonly callers: readonly Caller[];
  /**
   * Processes that may send the command on their own behalf, with a system actor: for jobs, at start-up, and to read
   * the configuration.
   */
  readonly system: readonly Caller[];
}

export type Input<C extends Contract> = z.input<C['input']>;
export type Parsed<C extends Contract> = z.output<C['input']>;
export type Output<C extends Contract> = z.output<C['output']>;
export type ErrorOf<C extends Contract> = C['errors'][number];
export type ResultOf<C extends Contract> = Result<Output<C>, ErrorOf<C>>;

interface ContractTerms<I extends $ZodType, O extends $ZodType, E extends ErrorCode> {
  readonly input: I;
  readonly output: O;
  readonly errors: readonly E[];
  readonly lane?: Lane;
  readonly reads?: boolean;
  readonly inView?: InView;
  readonly deadlineMs?: number;
  readonly callers?: readonly Caller[];
  readonly system?: readonly Caller[];
}

/**
 * Defines a command. Unless its terms say otherwise, it is answered within 3 seconds on the `fast` lane, and only the
 * gateway may send it. A command that reads is also answered in an account view.
 */
export const rpc = <I extends $ZodType, O extends $ZodType, const E extends ErrorCode = never>(
  name: string,
  terms: ContractTerms<I, O, E>,
): Contract<I, O, E> => ({
  lane: 'fast',
  reads: false,
  inView: terms.reads === true ? 'READS' : undefined,
  deadlineMs: 3_000,
  callers: ['gateway'],
  system: [],
  ...terms,
  name,
});

/** The service that serves a contract: the part of the name before the first dot. */
export const serviceOf = (contract: Contract): string => contract.name.slice(0, contract.name.indexOf('.'));
