import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { bundleColumns, cell, line } from '../local/demo/bundle-columns.mjs';

const chunk = 1 << 20;

/** A CSV file. `add` collects its rows in memory and writes them to the disk when they fill a megabyte. */
class RowFile {
  rows = 0;
  text;

  constructor(folder, name) {
    this.columns = bundleColumns[name];
    this.descriptor = openSync(path.join(folder, name), 'w');
    this.text = line(this.columns);
  }

  /** @param {object} row values by column; missing ones are written as empty */
  add(row) {
    const { columns } = this;
    let text = cell(row[columns[0]]);
    for (let at = 1; at < columns.length; at += 1) {
      const value = row[columns[at]];
      text += value === undefined || value === '' ? ',' : `,${cell(value)}`;
    }
    this.text += `${text}\n`;
    this.rows += 1;
    if (this.text.length > chunk) this.flush();
  }

  flush() {
    writeSync(this.descriptor, this.text);
    this.text = '';
  }

  close() {
    this.flush();
    closeSync(this.descriptor);
  }
}

/** The CSV files of a bundle below a folder, all open at once. */
export class BundleFiles {
  constructor(folder) {
    mkdirSync(folder, { recursive: true });
    const names = Object.keys(bundleColumns).filter((name) => name !== 'images.csv');
    this.files = new Map(names.map((name) => [name.replace('.csv', ''), new RowFile(folder, name)]));
  }

  /** @param {string} file its name without ending */
  add(file, row) {
    this.files.get(file).add(row);
  }

  /** @returns {Record<string, number>} rows by file, as the manifest counts them */
  close() {
    const counts = {};
    for (const [name, file] of this.files) {
      file.close();
      counts[`${name}.csv`] = file.rows;
    }
    return counts;
  }
}
