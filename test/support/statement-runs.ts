import pg from 'pg';
import { onTestFinished } from 'vitest';
import { statements } from '../../server/db/querier.ts';

/** Statements that don't have to run, and why. */
export type Exemption = readonly [names: RegExp, reason: string];

export const OF_TESTS: Exemption = [
  /^test: /,
  'they belong to the tests of statements, which share this process',
];
export const NEVER_RUN: Exemption = [
  /^find (even deleted in (categories|promotions)|several promotions by external id)$/,
  'rowStore() creates them for every resource, but these have no nested lists that would need them, and their batches lock first',
];

/** The named statements that should have run and didn't, and the exemptions that no statement needs. */
export function missingRuns(ran: ReadonlySet<string>, exemptions: readonly Exemption[]): string[] {
  const left = [...statements.keys()].filter((name) => !ran.has(name));
  return left.filter((name) => !exemptions.some(([names]) => names.test(name)));
}

/** The names of the statements that this process sends until the test ends, on whatever connection, prepared or not. */
export function recordStatements(): () => ReadonlySet<string> {
  const { query } = pg.Client.prototype;
  const texts = new Set<string>();
  pg.Client.prototype.query = function (this: pg.Client, ...sent: unknown[]) {
    const [first] = sent as [string | { readonly text: string }];
    texts.add(typeof first === 'string' ? first : first.text);
    return Reflect.apply(query, this, sent);
  } as typeof query;
  onTestFinished(() => {
    pg.Client.prototype.query = query;
  });
  // By their texts, because a statement that isn't prepared is sent without its name, and a report within that of a cursor.
  const wasSent = (text: string): boolean =>
    texts.has(text) || [...texts].some((sent) => sent.includes(text));
  return () => new Set([...statements.values()].filter(({ text }) => wasSent(text)).map(({ name }) => name));
}
