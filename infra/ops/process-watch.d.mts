export function largestOf(text: string, metric: string): number;
