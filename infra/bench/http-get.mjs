// A GET that counts the bytes and discards them.
import { get as ask } from 'node:http';

/** @returns {Promise<number>} the number of bytes in the answer; rejects unless its status is 200 */
export function get(port, address, cookie) {
  const headers = { host: `localhost:${port}`, ...(cookie && { cookie }) };
  return new Promise((resolve, reject) => {
    const asked = ask({ host: '127.0.0.1', port, path: address, headers, agent: false }, (answer) => {
      let bytes = 0;
      answer.on('data', (piece) => (bytes += piece.length));
      answer.on('error', reject);
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve(bytes) : reject(new Error(`${address}: ${answer.statusCode}`)),
      );
    });
    asked.on('error', reject);
  });
}
