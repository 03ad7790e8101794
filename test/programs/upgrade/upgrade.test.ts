import { afterAll, expect, inject, it } from 'vitest';
import { buildServer, WITHOUT_WARM_UP } from '../../support/server-build.ts';
import { lastReleases, whyNoHistory } from './releases.ts';
import { upgrade } from './run.ts';

const why = whyNoHistory();
if (why !== undefined) {
  if (process.env.CI) throw new Error(`CI must clone the whole history. ${why}`);
  console.warn(`The last two releases aren't tested on today's schema. ${why}`);
}

const EDITS = [WITHOUT_WARM_UP];

// `npm run program upgrade` does the same with processes that compile their schemas ahead, which takes 10 s of CPU.
it.skipIf(why !== undefined)(
  'the last two releases take orders on the schema of this checkout, beside it and started again',
  async () => {
    const today = buildServer([], EDITS);
    afterAll(() => today.remove());
    const serverUrl = inject('serverUrl');
    const options = { serverUrl, today, edits: EDITS, print: () => {} };
    const schemas = await Promise.all(lastReleases(2).map(({ commit }) => upgrade({ ...options, commit })));
    expect(new Set(schemas.flatMap(({ before, after }) => [before, after])).size).toBe(3);
  },
  // Six starts and eight orders take half a minute, and many times that on a machine that does other things, too.
  900_000,
);
