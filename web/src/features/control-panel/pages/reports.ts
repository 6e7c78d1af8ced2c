import type { PageDescription } from '../section-form/page-description.js';

const reports = ['statementReport', 'auditAccountsReport', 'auditUsersReport', 'accountTypeReport'] as const;

/** The page /controlPanel/reports (C5-16). */
export const page: PageDescription<'reports'> = {
  section: 'reports',
  title: 'panel-shell:page.reports',
  lead: 'panel-pages:reports.lead',
  groups: [
    {
      title: 'panel-pages:reports.reports',
      lead: 'panel-pages:reports.reportsLead',
      matrix: {
        columns: ['panel-pages:reports.enabled', 'panel-pages:reports.countyNote'],
        rows: reports.map((report) => ({
          label: `panel-pages:reports.${report}`,
          cells: [
            { name: report, control: { kind: 'yesNo' } },
            { name: `${report}CountyNote`, control: { kind: 'longText', most: 2_000, lines: 2 } },
          ],
        })),
      },
    },
  ],
};
