import { useState } from 'react';

interface AnsweredQuery<T> {
  readonly currentData?: T | undefined;
  /** When the data arrived, in milliseconds. */
  readonly fulfilledTimeStamp?: number | undefined;
}

/**
 * The data of a query that is sent anew whenever a page opens. Undefined until the new answer arrives, because what
 * the cache still has from an earlier page may be outdated.
 */
export const useNewAnswer = <T>({ currentData, fulfilledTimeStamp }: AnsweredQuery<T>): T | undefined => {
  const [earlier] = useState(fulfilledTimeStamp);
  return fulfilledTimeStamp === earlier ? undefined : currentData;
};
