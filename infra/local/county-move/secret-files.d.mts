type Variables = Readonly<Record<string, string | undefined>>;

export function faultsOfSecretFiles(here: Variables, there: Variables, county: string): string[];
