export interface Requirement {
  readonly id: string;
  /** `web`, `api`, `both`, `config` or `job`. */
  readonly where: string;
  readonly statement: string;
  readonly section: string;
  readonly area: string;
  /** True for a question that the specification leaves open; such a question is not counted. */
  readonly open: boolean;
}
interface Coverage {
  readonly areas: readonly { area: string; named: number; all: number }[];
  readonly named: number;
  readonly all: number;
}
export function idsIn(text: string): string[];
export function readRequirements(text: string): Requirement[];
export function titlesIn(source: string): string[];
export function coverage(requirements: readonly Requirement[], titles: readonly string[]): Coverage;
export function missing(
  requirements: readonly Requirement[],
  titles: readonly string[],
  area: string,
): Requirement[];
export function unknown(requirements: readonly Requirement[], titles: readonly string[]): string[];
