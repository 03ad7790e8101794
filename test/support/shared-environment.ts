import { afterAll, beforeAll } from 'vitest';
import {
  openTestEnvironment,
  type TestEnvironment,
  type TestEnvironmentOptions,
} from './test-environment.ts';

/** One environment for all tests of a file. Each test makes tenants of its own in it, so they run in any order. */
export function sharedEnvironment(options?: TestEnvironmentOptions): () => TestEnvironment {
  let environment: TestEnvironment | undefined;
  beforeAll(async () => {
    environment = await openTestEnvironment(options);
  });
  afterAll(() => environment?.close());
  return () => environment!;
}
