import type { Contracts } from './breaking-change.ts';
import { segmentsOf, valueAt } from './contract.ts';
import type { Change } from './redocly.ts';

/** What redocly says in words that mislead. */
export function messageOf(ruleId: string, change: Change, contracts: Contracts): string | undefined {
  if (ruleId === 'property-removed') return 'Is no longer declared.';
  const operation = segmentsOf(change.base?.pointer ?? '').slice(0, 3);
  if (ruleId !== 'security-requirement-changed' || operation[0] !== 'paths') return undefined;
  const [before, now] = [contracts.base, contracts.revision].map((each) =>
    alternativesOf(valueAt(each, [...operation, 'security'])),
  );
  return `Required ${before}, and requires ${now}.`;
}

/** As `products.read and stock.read, or orders.read`. */
const alternativesOf = (security: unknown): string =>
  ((security ?? []) as readonly Readonly<Record<string, string[]>>[])
    .map(
      (schemes) =>
        Object.values(schemes).flat().join(' and ') ||
        `no scope of ${Object.keys(schemes).join(' and ') || 'a key'}`,
    )
    .join(', or ') || 'nothing';
