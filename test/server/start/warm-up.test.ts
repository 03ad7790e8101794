import express from 'express';
import { expect, it } from 'vitest';
import { validatorCount } from '../../../server/api/validation/contract-validator/validators.ts';
import { compileValidators } from '../../../server/api/validation/validate.ts';
import { furtherPauseMs, warmUpValidators } from '../../../server/api/validation/warm-up.ts';
import { contractOperations, type Operation } from '../../../server/base/contract.ts';
import { useTestEnvironment } from '../../support/test-environment.ts';

// In the project `alone`: instances are counted in a process in which nothing else has used one.

const app = express().enable('case sensitive routing').enable('strict routing');
const countPaths = (operations: readonly Operation[]): number =>
  new Set(operations.map(({ path }) => path)).size;
const ALL = countPaths(contractOperations);
const withBody = contractOperations.filter(({ hasBody }) => hasBody);
/** A request waits for its own schemas, and for others that are being compiled: those for large bodies take longest. */
const MAX_WAIT_SECONDS = 1;
/** An estimate of its cost decides, to which each value adds: see validationCost(). */
const largeBody = { name: 'Large', image_urls: Array.from({ length: 2_000 }, () => 'x') };

it('compiles nothing before the service is ready, what a first request needs, and the rest in the background', async () => {
  const environment = await useTestEnvironment();
  expect((await fetch(`${environment.baseUrl}/readyz`)).status).toBe(200);
  expect(validatorCount()).toBe(0);

  const { request } = await environment.tenant();
  expect((await request('GET', '/products?limit=0')).status).toBe(400);
  expect((await request('POST', '/products', { body: { name: '' } })).status).toBe(400);
  expect(validatorCount()).toBe(1);

  const errors: unknown[] = [];
  const stopped = new AbortController();
  stopped.abort();
  await warmUpValidators(app, stopped.signal, (error) => errors.push(error));
  expect(validatorCount()).toBe(1);

  await warmUpValidators(app, new AbortController().signal, (error) => errors.push(error));
  expect(errors).toEqual([]);
  expect(validatorCount()).toBe(ALL);
});

it('compiles the schemas for large bodies for the first one, and all of them without a mistake, none for as long as a request may wait', async () => {
  const { request } = await (await useTestEnvironment()).tenant();
  const before = validatorCount();
  expect((await request('POST', '/products', { body: largeBody })).status).toBe(400);
  expect(validatorCount()).toBe(before + 1);
  const used: number[] = [];
  for (const operation of withBody) {
    const { user, system } = process.cpuUsage();
    await compileValidators(app, operation, 'firstIssue');
    const now = process.cpuUsage();
    used.push((now.user + now.system - user - system) / 1e6);
  }
  expect(validatorCount()).toBe(before + countPaths(withBody));

  const [largest, next] = used.sort((a, b) => b - a);
  expect(largest! + next!).toBeLessThan(MAX_WAIT_SECONDS);
});

it('waits longer while requests keep the process busy', () => {
  expect(furtherPauseMs(0.9)).toBeGreaterThan(3_000);
  expect(furtherPauseMs(0.1)).toBe(0);
});
