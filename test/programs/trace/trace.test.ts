import { beforeAll, describe, expect, it } from 'vitest';
import { exampleBody } from './example-body.ts';
import { markFunctions } from './mark-functions.ts';
import { reachedAt, stepsOfPicture } from './picture.ts';
import { inEach, traceRequests } from './trace-requests.ts';

const steps = stepsOfPicture();
let read: string[] = [];
let order: string[] = [];
beforeAll(async () => {
  const body = exampleBody('POST', '/orders');
  [read = [], order = []] = await traceRequests(
    { method: 'GET', path: '/products/1001' },
    { method: 'POST', path: '/orders', body, withKey: true },
  );
});

const ascending = (numbers: readonly number[]): number[] => numbers.toSorted((a, b) => a - b);

describe('the picture of a request in CONTRIBUTING.md', () => {
  it('has a step for each part of an order with an Idempotency-Key, in their order', () => {
    const reached = reachedAt(steps, order);
    expect(steps.filter((_, step) => reached[step] === -1)).toEqual([]);
    expect(reached).toEqual(ascending(reached));
    expect(steps.length).toBeGreaterThan(4);
  });

  it('has the steps of a GET in their order', () => {
    const reached = reachedAt(steps, read).filter((index) => index !== -1);
    expect(reached).toEqual(ascending(reached));
    expect(reached.length).toBeGreaterThan(3);
  });
});

it('reads the steps of a picture', () => {
  const text =
    'A request passes through:\n\n```\n server/main/roles/app.ts ─► a/, b/, …: (c/) words\n  ─► d/e.ts\n```\n';
  const read = stepsOfPicture(text);
  expect(read).toEqual([['server/main/roles/app.ts'], ['server/a/', 'server/b/'], ['server/d/e.ts']]);
  expect(reachedAt(read, ['server/b/f.ts', 'server/main/roles/app.ts'])).toEqual([1, 0, -1]);
});

it('leaves out what ran during some requests only', () => {
  expect(
    inEach([
      ['a', 'job', 'b'],
      ['a', 'b'],
      ['b', 'a', 'timer'],
    ]),
  ).toEqual(['a', 'b']);
});

it.each([
  ['function f() { return 1; }\nf();', true],
  ['function f() { return 1; }', false],
  ['const f = (a) => a + 1;\nf(1);', true],
  ['const f = () => ({ a: 1 });\nf();', true],
  ['const f = (a) => (b) => a + b;\nf(1)(2);', true],
  ['class A { a = 1; }\nnew A();', true],
  ['class A { a = 1; }', false],
  ['class A {}\nclass B extends A { constructor() { super(); } }\nnew B();', true],
  ['const a = { get b() { return 1; } };\na.b;', true],
])('tells the file of a function when it runs: %j', (text, runs) => {
  const marked = markFunctions('server/a.ts', text);
  const files: string[] = [];
  new Function('globalThis', marked)({ tracedFile: (file: string) => files.push(file) });
  expect(new Set(files)).toEqual(new Set(runs ? ['server/a.ts'] : []));
});
