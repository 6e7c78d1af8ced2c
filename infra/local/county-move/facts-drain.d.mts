export function isBefore(one: string, other: string): boolean;
