// Waits until every fact of the county is published and every reader has applied it.
import { setTimeout as sleep } from 'node:timers/promises';
import { schemas } from './tables.mjs';

const LOOK_MS = 50;
const ANSWER_MS = 2_000;

/**
 * Waits until every fact of the county is published and applied.
 * @param {object} o
 * @param {import('./installation.mjs').Installation} o.installation
 * @param {import('./sessions.mjs').Session} o.source
 * @param {string} o.county
 * @param {number} o.until the time at which to give up, in milliseconds
 * @returns {Promise<string | undefined>} a sentence that names what is late, if the time was not enough
 */
export async function lateFacts({ installation, source, county, until }) {
  const waiting = await lateOf(() => unpublished(source, county), until);
  if (waiting.length > 0) return `Facts are not published in time by ${waiting.join(', ')}.`;
  const log = await openFactLog(installation);
  try {
    const marks = await log.newest();
    const late = await lateOf(() => log.readersBehind(marks), until);
    return late.length > 0 ? `Facts are not applied in time by ${late.join(', ')}.` : undefined;
  } finally {
    log.close();
  }
}

/**
 * Calls `list` until its result is empty or the time is up, and at least once.
 * @returns {Promise<string[]>} the last result
 */
async function lateOf(list, until) {
  for (;;) {
    const late = await list();
    if (late.length === 0 || Date.now() > until) return late;
    await sleep(LOOK_MS);
  }
}

/** The schemas whose outbox has facts of the county that are not published. @returns {Promise<string[]>} */
async function unpublished({ ask }, county) {
  const looks = schemas.map(
    (schema) =>
      `SELECT '${schema}' AS schema WHERE EXISTS
         (SELECT 1 FROM ${schema}.outbox WHERE published_at IS NULL AND county_id = $1)`,
  );
  return (await ask(looks.join(' UNION ALL '), [county])).map(({ schema }) => schema);
}

/** Looks at the streams of facts in Redis as the administrator. */
async function openFactLog({ redisUrl, namespace }) {
  const { openConnection, whenReady, within } = await import('@portal/infra/redis');
  const redis = openConnection(redisUrl);
  await whenReady(redis, ANSWER_MS);
  const ask = (...command) => within(ANSWER_MS, redis.call(...command));
  const streams = await streamsOf(ask, namespace);
  return {
    close: () => redis.disconnect(),
    /** The id of the newest fact of each stream. */
    newest: async () =>
      new Map(
        await Promise.all(
          streams.map(async (stream) => {
            const [last] = await ask('XREVRANGE', stream, '+', '-', 'COUNT', '1');
            return [stream, last?.[0]];
          }),
        ),
      ),
    readersBehind: async (marks) =>
      (await Promise.all(streams.map((stream) => behind(ask, stream, marks.get(stream))))).flat(),
  };
}

async function streamsOf(ask, namespace) {
  const found = new Set();
  let cursor = '0';
  do {
    const [next, keys] = await ask(
      'SCAN',
      cursor,
      'MATCH',
      `${namespace}:evt:*`,
      'TYPE',
      'stream',
      'COUNT',
      '1000',
    );
    for (const key of keys) if (!key.startsWith(`${namespace}:evt:dead:`)) found.add(key);
    cursor = next;
  } while (cursor !== '0');
  return [...found];
}

/** The consumer groups of the stream that have not acknowledged every fact up to the id `mark`. */
async function behind(ask, stream, mark) {
  if (mark === undefined) return [];
  const groups = (await ask('XINFO', 'GROUPS', stream)).map(fieldsOf);
  const late = [];
  for (const { name, pending, 'last-delivered-id': read } of groups) {
    const [, oldest] = pending > 0 ? await ask('XPENDING', stream, name) : [];
    if (isBefore(read, mark) || (oldest && !isBefore(mark, oldest))) late.push(name);
  }
  return late;
}

const fieldsOf = (list) =>
  Object.fromEntries(list.flatMap((name, at) => (at % 2 === 0 ? [[name, list[at + 1]]] : [])));

/** True if the first of two stream ids is lower. An id is a time in milliseconds, a hyphen and a number. */
export function isBefore(one, other) {
  const [[ms, n], [otherMs, otherN]] = [one, other].map((id) => id.split('-').map(Number));
  return ms < otherMs || (ms === otherMs && n < otherN);
}
