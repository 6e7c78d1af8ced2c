import { parse } from 'csv-parse/sync';

const columns = ['key', 'English', 'translation', 'state'];
/** The byte order mark at the start of a file, without which spreadsheet programs do not read the file as UTF-8. */
const MARK = '\uFEFF';

const quoted = (text) => `"${text.replaceAll('"', '""')}"`;

/** A sheet for a translator: the English text, the translation so far, and whether it is reviewed. */
export const writeSheet = (rows) =>
  MARK +
  [columns, ...rows.map(({ key, english, text, state }) => [key, english, text, text === '' ? '' : state])]
    .map((cells) => cells.map(quoted).join(','))
    .join('\r\n')
    .concat('\r\n');

/**
 * Reads a sheet that a translator returned.
 * @throws when columns are missing
 */
export function readSheet(content) {
  const options = { bom: true, skip_empty_lines: true, relax_column_count: true, info: true };
  /** @type {{ record: string[], info: { lines: number } }[]} */
  const records = parse(content, /** @type {any} */ (options));
  const [head, ...rows] = records;
  if (!head || columns.some((name, at) => head.record[at]?.trim() !== name))
    throw new Error(`its first line must name the columns ${columns.join(', ')}`);
  return rows.map(({ record, info }) => {
    const [key = '', english = '', text = '', state = ''] = record;
    return {
      where: `line ${info.lines}`,
      key: key.trim(),
      english,
      text: text.trim(),
      state: state.trim() || 'draft',
    };
  });
}
