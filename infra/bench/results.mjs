// Shows the figures of a run as a table on the terminal, and writes them to RESULTS.md. That file has one section for
// each measured part. A section contains only the newest run of its part.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { round } from './figures.mjs';
import { describeMachine } from './machine.mjs';

const file = fileURLToPath(new URL('RESULTS.md', import.meta.url));
const head = `# Measurements

Written by \`npm run bench\`; \`npm run bench -- rpc\` measures one part. Each figure is a ratio against a peer or a floor
that ran in the same run on the same machine, so that the figure means the same on another machine.
`;

/**
 * @typedef {object} Figure
 * @property {string} what
 * @property {string} measured the measured values as text, with their units
 * @property {number} [value] compared with the goal; a figure without a goal is only information
 * @property {string} [unit] of the value; default 'x'
 * @property {{ atLeast?: number, atMost?: number }} [goal]
 */

/** True when the figure reaches its goal; undefined when it has none. */
export function isMet({ value, goal }) {
  if (!goal || value === undefined) return undefined;
  return value >= (goal.atLeast ?? -Infinity) && value <= (goal.atMost ?? Infinity);
}

function goalText({ goal, unit = 'x' }) {
  if (!goal) return '';
  const [sign, limit] = goal.atLeast === undefined ? ['≤', goal.atMost] : ['≥', goal.atLeast];
  return `${sign} ${limit} ${unit}`;
}

const verdicts = new Map([
  [true, 'met'],
  [false, '**missed**'],
  [undefined, ''],
]);

function cellsOf(figure) {
  const { what, measured, value, unit = 'x' } = figure;
  const shown = value === undefined ? '' : `${round(value)} ${unit}`;
  return [what, measured, shown, goalText(figure), verdicts.get(isMet(figure))];
}

/** @param {Figure[]} figures */
export function tableOf(figures) {
  const rows = [['what', 'measured', 'figure', 'goal', ''], ...figures.map(cellsOf)];
  const widths = rows[0].map((_, at) => Math.max(3, ...rows.map((row) => row[at].length)));
  const lines = rows.map((row) => `| ${row.map((cell, at) => cell.padEnd(widths[at])).join(' | ')} |`);
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}

/** Sections of the file by their headings. */
function readSections() {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const sections = text.split(/^(?=## )/m).filter((part) => part.startsWith('## '));
  return new Map(sections.map((section) => [section.slice(3, section.indexOf('\n')), section.trimEnd()]));
}

/**
 * Writes the newest run of a part into RESULTS.md.
 * @param {{ title: string, about: string, figures: Figure[], notes?: string[] }} part
 * @param {{ order: string[], load: string }} run `order`: titles of all parts; `load`: how busy the machine was
 */
export function writeResults({ title, about, figures, notes = [] }, { order, load }) {
  const day = new Date().toISOString().slice(0, 16).replace('T', ' ');
  const measured = `Measured ${day} UTC on ${describeMachine()}; ${load}.`;
  const list = notes.map((note) => `- ${note}`).join('\n');
  const section = [`## ${title}`, about, tableOf(figures), list, measured].filter(Boolean).join('\n\n');
  const sections = readSections().set(title, section);
  const known = order.filter((name) => sections.has(name)).map((name) => sections.get(name));
  writeFileSync(file, `${[head.trimEnd(), ...known].join('\n\n')}\n`);
}
