/** An id of a requirement anywhere in a text: A9-36, B1-021, C3-05. */
const ID = /\b[ABC]\d{1,2}-\d{2,3}\b/g;

/** The ids in a text, in order and with repetitions. */
export const idsIn = (text) => [...text.matchAll(ID)].map(([id]) => id);

/**
 * The requirements of one file of proto/requirements.
 * @param text lines of id, where, statement and section, separated by tabs
 */
export const readRequirements = (text) =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [id, where, statement, section] = line.split('\t');
      return { id, where, statement, section, area: id.split('-')[0], open: statement.startsWith('OPEN:') };
    });

const COMMENTS = /\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm;
const TITLE =
  /\b(?:it|test)(?!\.(?:skip|todo|fixme))(?:\.[a-z.]+)*(?:\([^)]*\))?\s*\(?\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/g;

/** Titles of the tests in a source. Comments, `describe` blocks and skipped tests do not count. */
export const titlesIn = (source) =>
  [...source.replace(COMMENTS, '').matchAll(TITLE)].map(([, , title]) => title);

/**
 * For each area, the number of its requirements and the number of those that test titles name. Open questions do not
 * count.
 */
export const coverage = (requirements, titles) => {
  const named = new Set(titles.flatMap(idsIn));
  const counted = requirements.filter(({ open }) => !open);
  const areas = [...new Set(counted.map(({ area }) => area))].map((area) => {
    const all = counted.filter((requirement) => requirement.area === area);
    return { area, named: all.filter(({ id }) => named.has(id)).length, all: all.length };
  });
  const sum = (key) => areas.reduce((total, area) => total + area[key], 0);
  return { areas, named: sum('named'), all: sum('all') };
};

/** Requirements of one area that no title names. */
export const missing = (requirements, titles, area) => {
  const named = new Set(titles.flatMap(idsIn));
  return requirements.filter(
    (requirement) => requirement.area === area && !requirement.open && !named.has(requirement.id),
  );
};

/** Returns the ids in titles for which the list has no requirement or only an open question. */
export const unknown = (requirements, titles) => {
  const known = new Set(requirements.filter(({ open }) => !open).map(({ id }) => id));
  return [...new Set(titles.flatMap(idsIn))].filter((id) => !known.has(id));
};
