import { has } from './combine.ts';
import { differences } from './differences.ts';
import { areDisjoint, differInKind, finiteValues } from './disjoint.ts';
import { type Comparing, type Finding, listed } from './finding.ts';
import type { Variant } from './variant.ts';

/** Why what is sent fits none of the variants that are read; nothing if it fits one. */
export function misfit(self: Comparing, sent: Variant, read: readonly Variant[], at: string): Finding[] {
  const candidates = read.filter((variant) => !areDisjoint(sent, variant));
  if (candidates.length === 0) return unfit(self, sent, read, at);
  const tries = candidates.map((variant) => differences(self, [sent, variant]));
  const fitting = tries.findIndex((issues) => issues.length === 0);
  if (fitting !== -1) {
    const isAmbiguous = candidates[fitting]!.isExclusive && !sent.isExclusive && candidates.length > 1;
    return isAmbiguous
      ? [{ at, keyword: 'oneOf', text: 'Is refused if several branches of `oneOf` match.' }]
      : [];
  }
  if (isExtension(self, sent, read)) return [];
  // The branch that was there before, or else every branch that may be meant.
  const same = candidates.findIndex((variant) => variant.at === sent.at);
  return same === -1 ? tries.flat() : tries[same]!;
}

function unfit(self: Comparing, sent: Variant, read: readonly Variant[], at: string): Finding[] {
  const alike = read.filter((variant) => !differInKind(sent, variant));
  if (alike.length > 0) return alike.flatMap((variant) => differences(self, [sent, variant]));
  return isExtension(self, sent, read) ? [] : [unknownVariant(self, sent, at)];
}

/** With a discriminator, a new branch is a new value of that field, which the contract announces. */
function isExtension({ direction }: Comparing, sent: Variant, read: readonly Variant[]): boolean {
  const name = read.find(({ discriminator }) => discriminator !== undefined)?.discriminator;
  if (direction === 'request' || name === undefined) return false;
  const values = finiteValues(sent.properties[name]);
  // Without constants, the names of the schemas tell the branches apart.
  if (values === undefined) return read.every(({ at }) => at !== sent.at);
  const known = read.flatMap(({ properties }) => finiteValues(properties[name]) ?? []);
  return !values.some((value) => has(known, value));
}

function unknownVariant({ direction }: Comparing, sent: Variant, at: string): Finding {
  const fields = Object.entries(sent.properties).flatMap(([name, place]) => {
    const values = finiteValues(place);
    return values?.length === 1 ? [`\`${name}\` ${listed(values)}`] : [];
  });
  const what = sent.values ? listed(sent.values) : [`\`${sent.type}\``, ...fields].join(' with ');
  const text = direction === 'request' ? `No longer accepts ${what}.` : `May be ${what}.`;
  return { at, keyword: 'type', text };
}
