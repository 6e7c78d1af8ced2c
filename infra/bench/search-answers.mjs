// Compares the results of the product with the results of its bare SQL statements, and with those of the peer
// (search-peer.mjs). The bench compares the results before the speeds.
import { askWell } from './visitors.mjs';

const rowsOf = async ({ port }, { type, body, cookie }) =>
  (await askWell(port, { path: `search/${type}`, body, cookie })).searchResults.searchResultList;

/**
 * Compares the product's answers with those of the bare SQL statements.
 * @returns a sentence that says how many answers are equal
 * @throws when an answer differs
 */
export async function compareAnswers(populations, { product, admin }) {
  let compared = 0;
  for (const [kind, questions] of Object.entries(populations)) {
    for (const question of questions.slice(0, kind === 'mixed names' ? 60 : 5)) {
      const ours = await rowsOf(product, question);
      const { rows } = await admin.query(question.statement.text, question.statement.params);
      if (JSON.stringify(ours) !== JSON.stringify(JSON.parse(`[${rows[0].rows}]`)))
        throw new Error(`the product and its statement differ for ${JSON.stringify(question.body)}`);
      compared += 1;
    }
  }
  return `${compared} answers compared before: the product's equal the statements'.`;
}

/**
 * Counts the product's rows that the peer also returns.
 * @returns a sentence with this count
 */
export async function compareWithPeer(questions, { product, peer }) {
  let rowsAlike = 0;
  let rows = 0;
  for (const question of questions.slice(0, 40)) {
    const ours = await rowsOf(product, question);
    const answer = await fetch(`http://127.0.0.1:${peer.port}/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(question.body),
    });
    const { searchResults } = (await answer.json()).content;
    const texts = new Set(searchResults.searchResultList.map((row) => JSON.stringify(row)));
    rows += ours.length;
    rowsAlike += ours.filter((row) => texts.has(JSON.stringify(row))).length;
  }
  return `${rowsAlike} of ${rows} rows of names equal the peer's.`;
}
