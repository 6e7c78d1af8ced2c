export class Answers {
  times: { path: string; at: number; ms: number }[];
  percentile(share: number, counts?: (one: { path: string; at: number }) => boolean): number;
}
