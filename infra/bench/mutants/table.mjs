import { equivalents } from './equivalents.mjs';

const areaOf = (file) => /^(?:services\/)?([^/]+)\//.exec(file)?.[1] ?? '';

/** For each area, the number of changes tried (except equivalent ones) and the share that tests noticed. */
export function figuresOf(mutants) {
  const areas = [...new Set(mutants.map(({ file }) => areaOf(file)))].sort();
  return areas.map((area) => {
    const mine = mutants.filter(({ file }) => areaOf(file) === area);
    const killed = mine.filter(({ outcome }) => outcome === 'killed').length;
    const equivalent = mine.filter(({ outcome }) => outcome === 'equivalent').length;
    const counted = mine.length - equivalent;
    const files = new Set(mine.map(({ file }) => file)).size;
    return { area, files, counted, killed, equivalent, rate: counted === 0 ? 1 : killed / counted };
  });
}

const percent = (rate) => `${(rate * 100).toFixed(1)} %`;
const row = (cells) => `| ${cells.join(' | ')} |`;
const code = (text) => `\`${text.replaceAll('|', '\\|').replaceAll('`', "'")}\``;

/** Writes the Markdown with the figures of every area, the survivors, and the equivalent changes. */
export function writeTable(mutants) {
  const survivors = mutants.filter(({ outcome }) => outcome === 'survived');
  return [
    '# Broken rules that a small test notices',
    '',
    '`npm run mutants` changes one thing of a `*.rules.ts` at a time (an operator, a condition, a constant, a text, a member, a',
    'return) and runs the `*rules.spec.ts` of its package. Goal: at least 90 % of the changes are noticed in each area.',
    '',
    row(['area', 'files', 'changes', 'noticed', 'rate', 'equivalent']),
    row(['---', '---:', '---:', '---:', '---:', '---:']),
    ...figuresOf(mutants).map((f) =>
      row([f.area, f.files, f.counted, f.killed, percent(f.rate), f.equivalent]),
    ),
    '',
    '## Not noticed',
    '',
    ...survivors.map(({ file, line, what }) => `- ${file}:${line} ${code(what)}`),
    '',
    '## Equivalent: nothing can notice',
    '',
    ...equivalents.flatMap(({ file, what, why }) => what.map((one) => `- ${file} ${code(one)}: ${why}`)),
    '',
  ].join('\n');
}
