import { afterAll, beforeAll } from 'vitest';
import {
  openTestEnvironment,
  type TestEnvironment,
  type TestEnvironmentOptions,
} from './test-environment.ts';

/** One environment for all tests of a file. Each test creates its own tenants, so tests can run in any order. */
export function sharedEnvironment(options?: TestEnvironmentOptions): () => TestEnvironment {
  let environment: TestEnvironment | undefined;
  beforeAll(async () => {
    environment = await openTestEnvironment(options);
  });
  afterAll(() => environment?.close());
  return () => environment!;
}
