import { ReportsPage } from '../features/reports/reports-page.js';
import { focusHeading } from './focus-heading.js';

export function Reports() {
  return <ReportsPage onArrived={focusHeading} />;
}
