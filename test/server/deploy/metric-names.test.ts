import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { Replicas } from '../../../server/db/replicas/replicas.ts';
import { groupMetrics } from '../../../server/main/processes/group-metrics.ts';
import { startService } from '../../../server/main/roles/service.ts';
import { consistencyTokens } from '../../support/consistency-tokens.ts';
import { textOf } from '../../support/metrics.ts';
import { startRedis } from '../../support/redis-server.ts';
import { useTestEnvironment } from '../../support/test-environment.ts';

const file = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const RULES = file('deploy/prometheus/rules.yaml');
const DASHBOARD = file('deploy/grafana/dashboard.json');

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly annotations: { readonly runbook: string } }[];
  }[];
}

/** Every name of a metric that a text uses. */
const namesIn = (text: string): string[] => [
  ...new Set(text.match(/\b(?:tradepost|nodejs|process)_\w+/g) ?? []),
];

/** The names of all series of a process with every role and every store, and of the parent of several. A histogram has three. */
async function servedNames(): Promise<Set<string>> {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const { context, databaseUrl } = await useTestEnvironment();
  const config = { ...context.config, metricsPort: 0, redisUrl: redis.url };
  // It's no standby, so nothing is read from it; that is a metric too.
  const replicas = new Replicas({
    ...{ url: databaseUrl, size: 2, preparedStatements: undefined, nowMs: Date.now },
    ...{
      primary: context.db,
      tokens: consistencyTokens(),
      log: context.log,
      monotonicMs: context.monotonicMs,
    },
  });
  onTestFinished(() => replicas.close());
  const service = await startService({ ...context, config, replicas }, ['api', 'panel', 'worker']);
  onTestFinished(() => service.stop());
  const parent = await groupMetrics({ metrics: async () => [] }, 2).metrics();
  const types = `${await textOf(service.metricsAddress!)}\n${parent}`.matchAll(/^# TYPE (\w+) (\w+)$/gm);
  const suffixes = (type: string) => (type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']);
  return new Set([...types].flatMap(([, name, type]) => suffixes(type!).map((suffix) => name + suffix)));
}

it('serves every metric that the alert rules, the dashboard and the runbook use', async () => {
  const served = await servedNames();
  const used = [RULES, DASHBOARD].map(namesIn);
  expect(used.map(({ length }) => length > 8)).toEqual([true, true]);
  const missing = [...new Set(used.flat())].filter((name) => !served.has(name));
  expect(missing).toEqual([]);
  const families = new Set([...served].map((name) => name.replace(/_(bucket|sum|count)$/, '')));
  const unknown = namesIn(file('docs/runbook.md')).filter((name) => !served.has(name) && !families.has(name));
  expect(unknown).toEqual([]);
});

it('lists every metric of ours in docs/operating.md', async () => {
  const documents = file('docs/operating.md');
  const families = [...(await servedNames())]
    .filter((name) => name.startsWith('tradepost_'))
    .map((name) => name.replace(/_(bucket|sum|count)$/, ''));
  const written = new Set([
    ...namesIn(documents),
    // `tradepost_a_size{pool}`, `…_connections`: the second one continues the first one's beginning.
    ...[...documents.matchAll(/`(tradepost_[a-z_]+?)(?:_[a-z]+)(?:\{\w+\})?`(?:, `…_[a-z_]+`)+/g)].flatMap(
      ([all, start]) => [...all.matchAll(/…(_[a-z_]+)/g)].map(([, rest]) => start! + rest),
    ),
  ]);
  expect(families.filter((name) => !written.has(name))).toEqual([]);
});

it('has a section of the runbook for each alert', () => {
  const anchors = file('docs/runbook.md')
    .split('\n')
    .filter((line) => line.startsWith('## '))
    .map((line) => line.slice(3).toLowerCase().replaceAll(' ', '-'));
  const alerts = (parse(RULES) as Rules).groups.flatMap(({ rules }) => rules);
  expect(alerts.map(({ annotations }) => annotations.runbook.replace('docs/runbook.md#', ''))).toEqual(
    anchors,
  );
});

it('has a case for promtool with each alert firing', () => {
  const cases = file('deploy/prometheus/rules.test.yaml').split('- eval_time: ');
  const firing = cases.map((text) => /alertname: (\w+)\s+exp_alerts:\s+- exp_labels/.exec(text)?.[1]);
  const alerts = (parse(RULES) as Rules).groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
  expect(alerts.filter((alert) => !firing.includes(alert))).toEqual([]);
});
