import { pino } from 'pino';
import { Registry } from 'prom-client';
import { expect, it, onTestFinished } from 'vitest';
import { BackgroundJobs, observeJobs } from '../../../server/base/time/background-jobs.ts';
import { serializers } from '../../../server/main/log.ts';
import { seriesOf, valueIn } from '../../support/metrics.ts';

it('counts the runs of each job by result, adds up their time, and remembers the last success', async () => {
  const lines: string[] = [];
  const log = pino({ serializers }, { write: (line: string) => void lines.push(line) });
  let now = 0;
  const jobs = new BackgroundJobs({ log, nowMs: () => 1_700_000_000_000 + now, monotonicMs: () => now });
  let runs = 0;
  let failures = 0;
  const sweep = async (): Promise<void> => {
    runs += 1;
    now += 500;
    if (runs === 2) throw new Error('the second run fails');
  };
  const fail = async (): Promise<never> => {
    failures += 1;
    throw new Error('always fails');
  };
  const stops = [
    jobs.start('sweep', sweep, 1),
    jobs.start('never', fail, 1),
    jobs.start('later', async () => undefined, 3_600_000),
    // Of another role of this process.
    jobs.start('sweep', async () => undefined, 3_600_000),
  ];
  onTestFinished(async () => void (await Promise.all(stops.map((stop) => stop()))));
  await expect.poll(() => runs).toBeGreaterThanOrEqual(3);
  await expect.poll(() => failures).toBeGreaterThanOrEqual(2);
  await Promise.all(stops.map((stop) => stop()));
  const registry = new Registry();
  observeJobs(registry, jobs);
  const text = await registry.metrics();
  expect(valueIn(text, 'tradepost_job_runs_total{task="sweep",result="succeeded"}')).toBe(runs - 1);
  expect(valueIn(text, 'tradepost_job_runs_total{task="sweep",result="failed"}')).toBe(1);
  expect(valueIn(text, 'tradepost_job_runs_total{task="later",result="succeeded"}')).toBe(0);
  expect(valueIn(text, 'tradepost_job_run_seconds_total{task="sweep"}')).toBe(runs / 2);
  expect(seriesOf(text, 'tradepost_job_failures_in_a_row').sort()).toEqual([
    `{task="never"} ${failures}`,
    '{task="sweep"} 0',
  ]);
  expect(seriesOf(text, 'tradepost_job_last_success_timestamp_seconds')).toEqual([
    `{task="sweep"} ${1_700_000_000 + runs / 2}`,
  ]);
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ job: 'sweep', msg: 'a background job failed and will run again' }),
  );
});
