/**
 * Does the work of a job for one county after another. A county that fails does not stop the others; the job fails
 * after the last county, so that the failure is logged and counted.
 * @param what the message of that failure
 * @throws AggregateError with the failures of all counties
 */
export async function eachCounty<County>(
  counties: Iterable<County>,
  what: string,
  work: (county: County) => Promise<void>,
): Promise<void> {
  const failed: unknown[] = [];
  for (const county of counties) await work(county).catch((error: unknown) => failed.push(error));
  if (failed.length > 0) throw new AggregateError(failed, what);
}
