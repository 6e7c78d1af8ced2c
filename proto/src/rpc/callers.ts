/** Every process that sends commands, by the name under which it signs its commands. */
export const callers = [
  'gateway',
  'identity',
  'admin-config',
  'search',
  'imaging',
  'payments',
  'billing',
  'reports',
  'launcher',
] as const;
export type Caller = (typeof callers)[number];

export const isCaller = (name: string): name is Caller => callers.some((known) => known === name);
