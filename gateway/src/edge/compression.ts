import fastifyCompress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Bytes: what fits into one packet is sent as it is. */
const smallest = 1_400;

/**
 * Gzips pages and answers of the API where the browser takes that: a batch of results has 24 KB, and 3 KB gzipped.
 * Scripts and styles are compressed by the build, pictures and PDFs by nature. No answer holds a secret beside what
 * a stranger could have asked for: the session is in a cookie alone, and other sites cannot ask (S13; BREACH).
 */
export const compressAnswers = async (server: FastifyInstance): Promise<void> => {
  await server.register(fastifyCompress, {
    threshold: smallest,
    encodings: ['gzip'],
    // a small body that unpacks into a large one is none that any client of ours sends
    globalDecompression: false,
    customTypes: /^(application\/json|text\/html)\b/,
  });
};
