/** Messages on the console that are faults although the page still works: missing texts, and rows with the same key. */
const isFault = (text: string): boolean => /No text for|children with the same key/.test(text);
const reported: string[] = [];
let collects = false;

/** Collects the faults that are written to the console from now on, also for later files of the same process. */
export const collectFaults = (): void => {
  reported.length = 0;
  if (collects) return;
  collects = true;
  const { error } = console;
  console.error = (...parts: unknown[]): void => {
    const text = parts.map(String).join(' ');
    if (isFault(text)) reported.push(text);
    error(...parts);
  };
};

/** Fails if a fault was collected since the last call. */
export const expectNoFault = (): void => {
  const faults = reported.splice(0);
  if (faults.length > 0) throw new Error(`The portal reported a fault:\n${faults.join('\n')}`);
};
