export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string;
