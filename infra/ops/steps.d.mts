export const stepColumns: readonly string[];

interface Counted {
  readonly requests: number;
  readonly failed: readonly { readonly status: number | string }[];
}

export function recordSteps<A extends Counted>(
  stage: { say: (line: string) => void },
  answers: A,
): {
  readonly rows: string[][];
  step: (name: string, work: () => Promise<readonly unknown[] | undefined>) => Promise<A['failed'][number][]>;
};

export function reasonsOf(refused: readonly { readonly status: number | string }[]): string;
