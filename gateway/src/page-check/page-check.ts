import { browserGet, type Served } from './browser-get.js';
import { type BuiltSite, sha384 } from './built-site.js';
import { pageDifferences } from './page.rules.js';

const AT_A_TIME = 6;

interface Asked {
  readonly path: string;
  readonly accept: string;
  differences(served: Served): string[];
}

const questionsOf = ({ pages, files, startUp }: BuiltSite): Asked[] => [
  ...pages.map((page) => ({
    path: page.path,
    accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
    differences: (served: Served) => pageDifferences(page, served),
  })),
  ...[...files].map(([path, hash]) => ({
    path,
    accept: '*/*',
    differences: ({ body }: Served) =>
      sha384(body) === hash ? [] : [`${path}: its bytes are not those of the build`],
  })),
  {
    path: startUp.path,
    accept: '*/*',
    differences: ({ body }) =>
      body.toString() === startUp.json ? [] : [`${startUp.path}: it says ${body.toString().slice(0, 500)}`],
  },
];

/**
 * Checks that a county's site serves the pages for card payments unchanged, as the build made them. Compares the
 * security headers, the pages with the scripts that they name, and the bytes of every script and style (S18).
 * @param origin such as https://records.lake.gov
 * @returns the differences as sentences; empty when there are none
 */
export const checkPages = async (origin: string, site: BuiltSite): Promise<string[]> => {
  const questions = questionsOf(site);
  const found = new Map<Asked, string[]>();
  const waiting = questions.values();
  const askOn = async (): Promise<void> => {
    for (const question of waiting) found.set(question, await differencesOf(origin, question));
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, askOn));
  return questions.flatMap((question) => found.get(question) ?? []);
};

const differencesOf = async (origin: string, question: Asked): Promise<string[]> => {
  try {
    const served = await browserGet(new URL(question.path, origin), question.accept);
    if (served.status !== 200) return [`${question.path}: it is answered with ${served.status}`];
    return question.differences(served);
  } catch (error) {
    return [`${question.path}: it cannot be read: ${error instanceof Error ? error.message : String(error)}`];
  }
};
