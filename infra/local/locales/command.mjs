import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { languageTerms } from '@portal/proto/catalogues';
import { Problem } from '../problem.mjs';
import { openCatalogues } from './catalogues.mjs';
import { checkLanguages } from './check.mjs';
import { readSheet, writeSheet } from './sheet.mjs';
import { acceptedTexts } from './accept.mjs';

const USAGE = `Usage: npm run locales -- export <language> [file.csv]
       npm run locales -- import <language> <file.csv or file.json>
       npm run locales -- missing <language>
       npm run locales -- check [language …]
A language by its name or its folder: russian, ru. See proto/locales/README.md.`;

const commands = { export: exportSheet, import: importTexts, missing: printMissing, check };

/**
 * @param {string[]} args the command and its arguments
 * @returns the exit code; either all texts are written or, after a fault, none
 */
export function localesFromCommandLine(args, o = {}) {
  const [command, ...rest] = args;
  const { say = (line) => process.stdout.write(`${line}\n`), folder } = o;
  try {
    if (!Object.hasOwn(commands, command ?? '')) throw new Problem(USAGE);
    return commands[command](rest, { say, catalogues: openCatalogues(folder) }) ?? 0;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    say(error.message);
    return 1;
  }
}

/**
 * The path of a file that the caller named, from the caller's folder. npm passes this folder in INIT_CWD and runs
 * scripts in the project's root.
 */
const fromHere = (file) => path.resolve(process.env.INIT_CWD ?? process.cwd(), file);

function readName(name = '') {
  const found = Object.entries(languageTerms).find(
    ([language, { catalogue }]) => language === name.toUpperCase() || catalogue === name.toLowerCase(),
  );
  if (!found) throw new Problem(`There is no language "${name}".\n${USAGE}`);
  if (found[0] === 'ENGLISH') throw new Problem('English is what the others are translated from.');
  return found[0];
}

function exportSheet([name, file], { say, catalogues }) {
  const language = readName(name);
  const place = fromHere(file ?? `${languageTerms[language].catalogue}.csv`);
  const rows = catalogues.rows(language);
  writeFileSync(place, writeSheet(rows));
  say(
    `${place}: ${rows.length} texts, ${rows.filter(({ text }) => text === '').length} without a translation`,
  );
}

function importTexts([name, file], { say, catalogues }) {
  const language = readName(name);
  if (!file) throw new Problem(USAGE);
  const given = readGiven(fromHere(file));
  const { texts, problems } = acceptedTexts(catalogues.rows(language), given);
  if (problems.length > 0)
    throw new Problem(
      `${problems.join('\n')}\nNothing was imported: ${problems.length} problems in ${file}.`,
    );
  catalogues.save(language, texts);
  say(`${texts.length} texts imported. ${checkLanguages(catalogues, [language]).lines[0]}`);
}

function readGiven(file) {
  try {
    const content = readFileSync(file, 'utf8');
    return file.endsWith('.json') ? readJson(content) : readSheet(content);
  } catch (error) {
    throw new Problem(`${file} cannot be read: ${error.message}`);
  }
}

/** Parses a file in the form that `missing` prints, with translations instead of the English texts. */
const readJson = (content) =>
  Object.entries(JSON.parse(content)).map(([key, text]) => ({
    where: key,
    key,
    text: String(text),
    state: 'draft',
  }));

function printMissing([name], { say, catalogues }) {
  const missing = catalogues.rows(readName(name)).filter(({ text }) => text === '');
  say(JSON.stringify(Object.fromEntries(missing.map(({ key, english }) => [key, english])), null, 2));
}

function check(names, { say, catalogues }) {
  const { lines, good } = checkLanguages(catalogues, names.map(readName));
  lines.forEach((line) => say(line));
  return good ? 0 : 1;
}
