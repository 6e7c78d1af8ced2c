// The sandbox's tokens and transactions, in an append-only file that survives a restart.
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const FIRST_ID = 60_000_000_001;

/** Amounts are integer cents. If there are several lines about a token or a transaction, the last one is valid. */
export class Book {
  #file;
  #tokens = new Map();
  #transactions = new Map();
  #lastBatch = 0;

  constructor(folder) {
    mkdirSync(folder, { recursive: true });
    this.#file = path.join(folder, 'book.jsonl');
    if (!existsSync(this.#file)) return;
    for (const line of readFileSync(this.#file, 'utf8').split('\n')) this.#read(line);
  }

  /** A killed process may leave half a line at the end. That line was never acknowledged. */
  #read(line) {
    try {
      this.#remember(JSON.parse(line));
    } catch {
      // half a line is ignored
    }
  }

  #remember({ token, transaction }) {
    if (token) this.#tokens.set(token.token, token);
    if (!transaction) return;
    this.#transactions.set(transaction.transId, transaction);
    this.#lastBatch = Math.max(this.#lastBatch, Number(transaction.batch?.batchId ?? 0));
  }

  #write(row) {
    this.#remember(row);
    // starts a new line, in case the last one is incomplete
    appendFileSync(this.#file, `\n${JSON.stringify(row)}`);
  }

  addToken(token) {
    this.#write({ token });
  }

  findToken(token) {
    return this.#tokens.get(token);
  }

  /** Adds a transaction under the next id. */
  add(transaction) {
    const transId = String(FIRST_ID + this.#transactions.size);
    this.#write({ transaction: { transId, ...transaction } });
    return this.#transactions.get(transId);
  }

  change(transId, changes) {
    this.#write({ transaction: { ...this.#transactions.get(transId), ...changes } });
    return this.#transactions.get(transId);
  }

  /** The transaction with this id; undefined if it belongs to another merchant. */
  find(login, transId) {
    const found = this.#transactions.get(transId);
    return found?.login === login ? found : undefined;
  }

  all() {
    return [...this.#transactions.values()];
  }

  of(login) {
    return this.all().filter((transaction) => transaction.login === login);
  }

  nextBatch() {
    return String(++this.#lastBatch);
  }
}
