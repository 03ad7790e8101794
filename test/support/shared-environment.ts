import { afterAll, beforeAll } from 'vitest';
import { openWorld, type World, type WorldOptions } from './test-environment.ts';

/** One world for all tests of a file. Each test makes tenants of its own in it, so they run in any order. */
export function fileWorld(options?: WorldOptions): () => World {
  let world: World | undefined;
  beforeAll(async () => {
    world = await openWorld(options);
  });
  afterAll(() => world?.close());
  return () => world!;
}
