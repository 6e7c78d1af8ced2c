/** npm's codes for a network that cannot be reached; any other error is a failure. */
const NO_NETWORK =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ERR_SOCKET_TIMEOUT)\b/;
/** Statuses of a mirror that has packages but no advisories, or that is down. */
const NO_ADVISORIES = new Set([404, 405, 501, 502, 503, 504]);
const COUNTED = new Set(['high', 'critical']);

/**
 * Reads the output of `npm audit --json`.
 * @param {string} text
 * @returns {{ unreachable?: string, holes: string[] }} `unreachable` says why nothing could be checked
 * @throws Error unless the output is a report, or says that the registry cannot be reached
 */
export function readAudit(text) {
  const answer = text.trim() === '' ? {} : JSON.parse(text);
  if (answer.vulnerabilities) return { holes: Object.values(answer.vulnerabilities).flatMap(holeOf) };
  const why = String(answer.message ?? answer.error?.summary ?? '');
  if (NO_ADVISORIES.has(answer.statusCode)) return { unreachable: why, holes: [] };
  const network = NO_NETWORK.exec(`${answer.code ?? ''} ${answer.error?.code ?? ''} ${why}`);
  if (network) return { unreachable: network[0], holes: [] };
  throw new Error(`npm audit gave no report: ${text.slice(0, 500) || 'it printed nothing'}`);
}

const holeOf = ({ name, severity, range, via }) => {
  if (!COUNTED.has(severity)) return [];
  const titles = via.map((each) => (typeof each === 'string' ? `through ${each}` : each.title));
  return [`${name} ${range} (${severity}): ${titles.join('; ')}`];
};

/**
 * @param {{ packages: Record<string, { link?: boolean, integrity?: string, resolved?: string }> }} lock
 * @returns {string[]} what is wrong with packages of the lock file: no checksum, or a URL outside the npm registry
 */
export function lockFaults({ packages }) {
  return Object.entries(packages).flatMap(([where, { link, integrity, resolved }]) => {
    if (link || !where.includes('node_modules/')) return [];
    const faults = integrity?.startsWith('sha512-') ? [] : [`${where} has no sha512 checksum`];
    if (resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/'))
      faults.push(`${where} comes from ${resolved}`);
    return faults;
  });
}

/**
 * @typedef {{ name?: string, version?: string, purl?: string, hashes?: object[] }} Component
 * @param {{ bomFormat: string, components?: Component[] }} bill
 * @returns {string[]} reasons why a CycloneDX bill does not identify every third-party package in the product
 */
export function billFaults({ bomFormat, components = [] }) {
  if (bomFormat !== 'CycloneDX' || components.length === 0)
    return ['it is no CycloneDX bill with components'];
  return components.flatMap(({ name, version, purl, hashes }) => {
    const own = purl?.startsWith('pkg:npm/%40portal/');
    const whole = name && version && purl && (own || (hashes ?? []).length > 0);
    return whole ? [] : [`${name} ${version} has no version, address or checksum`];
  });
}
