import { expect, it } from 'vitest';
import { bundle } from '../../../server/base/contract.ts';
import { readSources } from '../../support/server-build.ts';

const numbers = (version: string): number[] => version.split('.').map(Number);
const isReached = (until: string, version: string): boolean => {
  const [now, then] = [numbers(version), numbers(until)];
  const differs = now.findIndex((number, index) => number !== then[index]);
  return differs === -1 || now[differs]! > then[differs]!;
};

it('keeps nothing for a release that is too old to run beside this one', () => {
  const marks = [...readSources()].flatMap(([file, text]) =>
    [...text.matchAll(/Until (\d+\.\d+\.\d+)/g)].map(([, until]) => ({ file, until: until! })),
  );
  expect(marks).not.toEqual([]);
  const { version } = bundle.info as { readonly version?: string };
  expect(marks.filter(({ until }) => isReached(until, version!))).toEqual([]);
});
