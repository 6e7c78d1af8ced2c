import type { RowsControl } from '../section-form/page-description.js';

const blank = { heading: '', paragraphContent: '' };
const grows = { least: 5, most: 50, adds: 5, keepsFirst: true, moves: true } as const;

/** Rows of news, each with a heading and a paragraph (C4-07 to C4-11). */
export const newsRows: RowsControl = {
  kind: 'rows',
  ...{ blank, ...grows },
  full: 'panel-pages:rows.fullOfParagraphs',
  columns: [
    { name: 'heading', label: 'panel-pages:rows.heading', control: { kind: 'text', most: 200 } },
    {
      name: 'paragraphContent',
      label: 'panel-pages:rows.paragraph',
      control: { kind: 'longText', most: 5_000, lines: 2 },
      wide: true,
    },
  ],
};

const linkColumns: RowsControl['columns'] = [
  { name: 'heading', label: 'panel-pages:rows.description', control: { kind: 'text', most: 60 } },
  {
    name: 'paragraphContent',
    label: 'panel-pages:rows.url',
    control: { kind: 'text', most: 500 },
    wide: true,
  },
];

/** Rows of links, with the same fields as news (C4-12, C4-13). */
export const linkRows: RowsControl = {
  kind: 'rows',
  ...{ blank, ...grows, columns: linkColumns },
  full: 'panel-pages:rows.fullOfLinks',
};

/** The twelve links of the login page. They can be moved, but none can be added or removed (C4-30, C4-32). */
export const loginLinkRows: RowsControl = {
  kind: 'rows',
  ...{ blank, columns: linkColumns, least: 12, most: 12, moves: true },
  full: 'panel-pages:rows.fullOfLinks',
};
