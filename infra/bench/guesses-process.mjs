// Guesses passwords for sign-ins.mjs: `node guesses-process.mjs <port> <seconds>`. Sends the HTTP statuses of all
// answers to its parent.
import { atRate, GUESSERS, timed } from './arrivals.mjs';

const GUESSES_PER_SECOND = 1_000;

const [port, seconds] = process.argv.slice(2).map(Number);
const guesses = await atRate(GUESSES_PER_SECOND, seconds, (nth) =>
  timed(port, {
    path: 'auth/login',
    body: { username: `nobody.${nth % 997}`, password: `wrong ${nth}` },
    from: `203.0.113.${1 + (nth % GUESSERS)}`,
  }),
);
process.send(
  guesses.map(({ status }) => status),
  () => process.disconnect(),
);
