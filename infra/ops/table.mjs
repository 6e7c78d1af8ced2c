/** A Markdown table in the format of deploy/DRILLS.md. */
export function tableOf(head, rows) {
  const widths = head.map((title, n) =>
    Math.max(...[title, ...rows.map((row) => row[n] ?? '')].map(({ length }) => length)),
  );
  const line = (cells) => `| ${widths.map((width, n) => (cells[n] ?? '').padEnd(width)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
