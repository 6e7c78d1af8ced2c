import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { collectProcessMetrics, registry } from '@portal/infra/metrics';
import { everyService } from './every-service.js';

const alerts = 'deploy/alerts';
const dashboards = 'deploy/dashboards';
const filesIn = (folder: string, ending: string): string[] =>
  readdirSync(folder).filter((file) => file.endsWith(ending));
const rules = filesIn(alerts, '.yml').filter((file) => !file.endsWith('.test.yml'));
const read = (...parts: string[]): string => readFileSync(join(...parts), 'utf8');

/** The values of a key in a file of rules, either on the line of the key (`expr: …`) or below it (`expr: >-`). */
function valuesOf(text: string, key: string): string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, at) => {
    const [, indent = '', value] = new RegExp(`^( *)(?:- )?${key}: *(.*)$`).exec(line) ?? [];
    if (value === undefined) return [];
    if (value !== '>-') return [value];
    const below = lines.slice(at + 1);
    const end = below.findIndex((next) => !next.startsWith(`${indent}  `));
    return [below.slice(0, end < 0 ? below.length : end).join(' ')];
  });
}

/** Words of the language PromQL, which are not metrics. */
const words = new Set(
  `sum rate increase by without max min avg histogram_quantile time absent on ignoring group_left and or unless
   clamp_min changes max_over_time bool vector count le`.split(/\s+/),
);

/** Names of metrics in an expression; those of our own recording rules have colons. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, '');
  return [...bare.matchAll(/[a-zA-Z_:][a-zA-Z0-9_:]*/g)]
    .map(([name]) => name)
    .filter((name) => !words.has(name));
}

let known: Set<string>;
beforeAll(async () => {
  await everyService();
  await import(pathToFileURL(resolve('gateway/src/index.ts')).href);
  collectProcessMetrics();
  const names = registry.getMetricsAsArray().flatMap((metric) => {
    const { name, type } = metric as unknown as { name: string; type: string };
    return type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name];
  });
  const recorded = rules.flatMap((file) => valuesOf(read(alerts, file), 'record'));
  known = new Set([...names, ...recorded, 'up']);
});

/** Metrics that the expressions of a file use but the product does not report. */
const strangers = (expressions: readonly string[]): string[] =>
  expressions.flatMap(metricsIn).filter((name) => !known.has(name));

describe('the rules of alerts', () => {
  test.each(rules)('in %s use only metrics that the product reports', (file) => {
    const expressions = valuesOf(read(alerts, file), 'expr');
    expect(expressions.length).toBeGreaterThan(3);
    expect(strangers(expressions)).toEqual([]);
    expect(strangers(['sum(rate(http_request_total[5m]))'])).toEqual(['http_request_total']);
  });

  test('name the runbook section, the meaning and the severity of each alert', () => {
    const anchors = [...read('deploy/RUNBOOKS.md').matchAll(/^## (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^a-z0-9 -]/g, '')
        .replaceAll(' ', '-'),
    );
    for (const file of rules) {
      const blocks = read(alerts, file)
        .split(/^ *- alert: /m)
        .slice(1);
      for (const block of blocks) {
        const [name = ''] = block.split('\n');
        expect([name, /severity: (?:page|ticket) \}/.test(block)]).toEqual([name, true]);
        expect([name, /summary: \S/.test(block)]).toEqual([name, true]);
        const [runbook = ''] = valuesOf(block, 'runbook');
        expect([name, anchors]).toEqual([name, expect.arrayContaining([runbook.split('#')[1]])]);
      }
    }
  });

  test('notice when the gateway or any of the services has no process left', () => {
    const [, block = ''] = read(alerts, 'portal.yml').split('- alert: ServiceGone\n');
    const [expression = ''] = valuesOf(block, 'expr');
    const asked = [...expression.matchAll(/absent\(part_ready\{service="([^"]+)"\}\)/g)];
    expect(asked.map(([, service]) => service).sort()).toEqual(
      ['gateway', ...readdirSync('services')].sort(),
    );
  });

  test('watch the Prometheus job that is named in both the chart and the guide, and the guide lists every process', () => {
    const [, job] = /up\{job="([^"]+)"\}/.exec(read(alerts, 'portal.yml')) ?? [];
    expect(read('deploy/helm/Chart.yaml')).toContain(`\nname: ${job}\n`);
    expect(read('deploy/helm/templates/prometheus.yaml')).toContain('\n  jobLabel: app.kubernetes.io/name\n');
    const guide = read('deploy/README.md');
    expect(guide).toContain(`job_name: ${job}\n`);
    const targets = [...guide.matchAll(/^ +- ([a-z-]+):9090$/gm)].map(([, name]) => name);
    expect(targets.sort()).toEqual(['gateway', ...readdirSync('services')].sort());
  });

  test('have a test in which each alert fires', () => {
    for (const file of rules) {
      const proved = read(alerts, file.replace('.yml', '.test.yml'));
      const names = valuesOf(read(alerts, file), 'alert');
      const fired = new Set(valuesOf(proved, 'alertname'));
      expect([file, names.filter((name) => !fired.has(name))]).toEqual([file, []]);
    }
  });
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
const title = hasPromtool
  ? 'promtool'
  : 'promtool is not there (Debian: apt-get install prometheus), so no rule is run: promtool';
(hasPromtool ? describe : describe.skip)(title, () => {
  const promtool = (...args: string[]): { status: number | null; output: string } => {
    const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: alerts, encoding: 'utf8' });
    return { status, output: status === 0 ? '' : stdout + stderr };
  };
  test.each(rules)('accepts the rules of %s', (file) => {
    expect(promtool('check', 'rules', file)).toEqual({ status: 0, output: '' });
  });
  test.each(filesIn(alerts, '.test.yml'))('passes the tests in %s', (file) => {
    expect(promtool('test', 'rules', file)).toEqual({ status: 0, output: '' });
  });
});

describe('the dashboards', () => {
  test('cover the overview, a service, the money and a county', () => {
    expect(filesIn(dashboards, '.json').sort()).toEqual([
      'county.json',
      'money.json',
      'overview.json',
      'service.json',
    ]);
  });

  test.each(filesIn(dashboards, '.json'))('in %s show only metrics that the product reports', (file) => {
    const text = read(dashboards, file);
    const {
      title: name,
      uid,
      panels,
    } = JSON.parse(text) as {
      title: string;
      uid: string;
      panels: { title: string; gridPos: object; targets: { expr: string }[] }[];
    };
    expect([name, uid].every((each) => each.length > 3)).toBe(true);
    expect(panels.length).toBeGreaterThan(3);
    for (const panel of panels) {
      const asked = panel.targets.map(({ expr }) => expr.replaceAll(/\$\w+/g, '5m'));
      expect([panel.title, strangers(asked)]).toEqual([panel.title, []]);
    }
  });
});
