import { connect, type Socket } from 'node:net';

/** The port of the product under test. */
const port = Number(process.env.PORTAL_PORT);

export interface RawReply {
  /** The status of the answer; 0 when the connection ended without an answer. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface RawQuestion {
  readonly method: string;
  /** The request target exactly as it is sent. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Opens a connection from an IP address of this machine, by default 127.0.0.1. Linux accepts all of 127.0.0.0/8. */
export const connectFrom = (localAddress = '127.0.0.1'): Socket =>
  connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined);

/** Reads until the other side closes the connection. */
export const readToEnd = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    socket
      .on('data', (chunk) => chunks.push(chunk))
      .once('close', () => resolve(Buffer.concat(chunks).toString()));
  });

/** Parses the first answer in the text that was read from a connection. */
export const parseReply = (text: string): RawReply => {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return { status: 0, headers: {}, body: '' };
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { status: Number(first.split(' ')[1]), headers, body: text.slice(end + 4) };
};

export const headOf = ({ method, target, headers = {}, body }: RawQuestion): string =>
  [
    `${method} ${target} HTTP/1.1`,
    ...Object.entries({ host: `localhost:${port}`, connection: 'close', ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    ...(body === undefined
      ? []
      : ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`]),
    '\r\n',
  ].join('\r\n');

/** Sends a request whose target no client library would send, and reads the answer. */
export const askRaw = (question: RawQuestion, from?: string): Promise<RawReply> => {
  const socket = connectFrom(from);
  socket.write(headOf(question) + (question.body ?? ''));
  return readToEnd(socket).then(parseReply);
};
