import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { needsOf } from '@portal/infra/config';
import { writeSecrets } from '../local/secrets-command.mjs';

const chart = 'deploy/helm';
const values = readdirSync(join(chart, 'values')).sort();
const templates = readdirSync(join(chart, 'templates')).map((file) => ({
  file,
  text: readFileSync(join(chart, 'templates', file), 'utf8'),
}));
const helpers = templates.find(({ file }) => file === '_helpers.tpl')?.text ?? '';
const processes = ['gateway', ...readdirSync('services').sort()];

/** The program that HELM names, or `helm` on the PATH. */
const program = process.env.HELM || 'helm';
const helm = (...args: string[]): { status: number | null; output: string } => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}` };
};
const hasHelm = helm('version').status === 0;

describe('the chart', () => {
  test('S44 gives each process the files and variables that it needs, and no others', () => {
    for (const name of processes) expect(helpers).toContain(`\n${name}: [${needsOf(name).join(', ')}]\n`);
  });

  test('names exactly the files that `portal secrets` writes', () => {
    const folder = mkdtempSync(join(tmpdir(), 'helm-'));
    writeSecrets([folder], { SMTP_URL: 'smtp://mail:25' });
    const written = [...processes, 'operator'].flatMap((name) => readdirSync(join(folder, name)));
    const named = [...helpers.matchAll(/"([A-Z][A-Z0-9_]+)"/g)].map(([, file]) => file);
    expect([...new Set(named)].sort()).toEqual(
      [...new Set(written.filter((file) => /^[A-Z]/.test(file)))].sort(),
    );
    rmSync(folder, { recursive: true });
  });

  test('gives the secrets of the operator, such as the database administrator’s, only to the Job migrate', () => {
    const holders = templates
      .filter(({ text }) => /-operator, defaultMode/.test(text))
      .map(({ file }) => file);
    expect(holders).toEqual(['migrate.yaml']);
  });

  test('has the version of the product', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(readFileSync(join(chart, 'Chart.yaml'), 'utf8')).toContain(`appVersion: ${version}\n`);
  });
});

const title = hasHelm ? 'helm' : `helm is not there (set HELM to it), so nothing is rendered: helm`;

(hasHelm ? describe : describe.skip)(title, () => {
  test.each(values)('accepts and renders %s', (file) => {
    const given = ['-f', join(chart, 'values', file)];
    expect(helm('lint', '--strict', chart, ...given)).toMatchObject({ status: 0 });
    const { status, output } = helm('template', 'portal', chart, ...given);
    expect(status).toBe(0);
    for (const name of processes) expect(output).toContain(`name: portal-${name}\n`);
    expect(output.match(/readOnlyRootFilesystem: true/g)?.length).toBeGreaterThanOrEqual(
      processes.length + 1,
    );
  });

  test('makes every process and the Job migrate trust the authority that the operator names', () => {
    const { output } = helm('template', 'portal', chart, '-f', join(chart, 'values/external-engines.yaml'));
    const trusting = output.match(/name: NODE_EXTRA_CA_CERTS, value: \/run\/secrets\/ca\.crt/g);
    expect(trusting).toHaveLength(processes.length + 1);
  });

  test('scales processes by CPU or by the number of waiting commands, and lets Prometheus find every process', () => {
    const many = helm('template', 'portal', chart, '-f', join(chart, 'values/many-counties.yaml')).output;
    const of = (kind: string): string[] =>
      many
        .split(/^---$/m)
        .filter((document) => document.includes(`\nkind: ${kind}\n`))
        .map((document) => /^ {2}name: (\S+)$/m.exec(document)?.[1] ?? '');
    expect(of('ScaledObject')).toEqual(['portal-search']);
    expect(of('HorizontalPodAutoscaler').sort()).toEqual(['portal-gateway', 'portal-imaging']);
    expect(of('PodMonitor')).toEqual(['portal']);
    expect(many).toContain('commands_waiting{service="search", namespace="default"}');
    expect(many).toContain('OTEL_EXPORTER_OTLP_ENDPOINT: "http://otel-collector.monitoring:4318"');
    const one = helm('template', 'portal', chart, '-f', join(chart, 'values/one-county.yaml')).output;
    expect(one).not.toMatch(/kind: (ScaledObject|PodMonitor|HorizontalPodAutoscaler)/);
  });

  test.each([
    ['an unknown setting', 'servers.databaseURL=x', /databaseURL/],
    ['a password in the address', 'servers.databaseUrl=postgres://a:b@c/d', /databaseUrl/],
    ['another payment page', 'cards.paymentOrigin=https://evil.example', /paymentOrigin/],
    ['no replica', 'processes.search.replicas=0', /replicas/],
    ['Kafka without brokers', 'servers.events=kafka', /kafkaBrokers/],
    ['a share of traced requests above 1', 'tracing.share=2', /share/],
    [
      'a gateway that scales by the commands that wait',
      'processes.gateway.autoscaling.by=commands',
      /reads no commands/,
    ],
  ])('refuses %s', (_, setting, names) => {
    const { status, output } = helm(
      ...['template', 'portal', chart, '-f', join(chart, 'values/one-county.yaml'), '--set', setting],
    );
    expect(status).not.toBe(0);
    expect(output).toMatch(names);
  });
});
