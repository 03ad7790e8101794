import express from 'express';
import { expect, it } from 'vitest';
import { contractOperations, type Operation } from '../../../server/contract.ts';
import { validatorCount } from '../../../server/http/validation/validators.ts';
import { warmUpValidators } from '../../../server/http/validation/warm-up.ts';
import { useTestEnvironment } from '../../support/test-environment.ts';

// In the project `alone`: instances are counted in a process in which nothing else has used one.

const countPaths = (operations: readonly Operation[]): number =>
  new Set(operations.map(({ path }) => path)).size;
const ALL = countPaths(contractOperations) + countPaths(contractOperations.filter(({ hasBody }) => hasBody));

it('compiles nothing before the service is ready, what a first request needs, and the rest in the background', async () => {
  const environment = await useTestEnvironment();
  expect((await fetch(`${environment.baseUrl}/readyz`)).status).toBe(200);
  expect(validatorCount()).toBe(0);

  const { request } = await environment.tenant();
  expect((await request('GET', '/products?limit=0')).status).toBe(400);
  expect((await request('POST', '/products', { body: { name: '' } })).status).toBe(400);
  expect(validatorCount()).toBe(1);

  const app = express().enable('case sensitive routing').enable('strict routing');
  const errors: unknown[] = [];
  const stopped = new AbortController();
  stopped.abort();
  await warmUpValidators(app, stopped.signal, (error) => errors.push(error));
  expect(validatorCount()).toBe(1);

  await warmUpValidators(app, new AbortController().signal, (error) => errors.push(error));
  expect(errors).toEqual([]);
  expect(validatorCount()).toBe(ALL);
});
