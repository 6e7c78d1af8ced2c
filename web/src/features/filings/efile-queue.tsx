import { useParams } from 'react-router';
import { FilingPage } from './filing-page.js';
import { QueuePage } from './queue-page.js';

/** /efileQueue and the submissions below it. */
export function EfileQueue() {
  const { '*': id = '' } = useParams();
  return id === '' ? <QueuePage /> : <FilingPage key={id} id={id} />;
}
