// Requests the county's page from the target's gateway, as the source's gateway does after the move.
import { once } from 'node:events';
import { request as askPlainly } from 'node:http';
import { request as askWithTls } from 'node:https';

const ANSWER_MS = 5_000;

/**
 * @param {string} origin
 * @param {string} host of the county
 * @returns {Promise<number | string>} the status of the county's page, or the reason why there is no answer
 */
export async function statusOf(origin, host) {
  const ask = new URL(origin).protocol === 'https:' ? askWithTls : askPlainly;
  const asked = ask(`${origin}/LandShark/`, { headers: { host }, agent: false });
  const timer = setTimeout(() => asked.destroy(new Error('no answer in time')), ANSWER_MS);
  asked.end();
  try {
    const [answer] = await once(asked, 'response');
    answer.resume();
    return answer.statusCode;
  } catch (error) {
    return error.code ?? error.message;
  } finally {
    clearTimeout(timer);
  }
}
