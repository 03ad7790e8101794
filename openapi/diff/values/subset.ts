import type { Node } from '../contract.ts';
import { has } from './combine.ts';
import { differInKind, finiteValues } from './disjoint.ts';
import { type Comparing, type Direction, distinct, type Finding, released } from './finding.ts';
import { misfit } from './misfit.ts';
import { goneFields } from './object-differences.ts';
import { lastOf, type OnePlace, type Place, pointerOf, type Variant } from './variant.ts';
import { resolve, variantsOf } from './variants-of.ts';

/** Compares schemas by the values they describe, however they are written. What it can't prove compatible it reports. */
export function comparing(direction: Direction): Comparing {
  const known = new Map<unknown, Map<unknown, Finding[]>>();
  const self: Comparing = { direction, compare };
  return self;

  function compare(one: Place, other: Place): Finding[] {
    if (!('schema' in one && 'schema' in other)) return compareVariants(self, one, other);
    const [sent, read] = [resolve(one), resolve(other)];
    const ofSent = known.get(sent.schema) ?? new Map<unknown, Finding[]>();
    known.set(sent.schema, ofSent);
    const found = isNode(sent.schema) && isNode(read.schema) ? ofSent.get(read.schema) : undefined;
    if (found) return found;
    // A recursive schema comes here again, and is compatible if everything else is.
    ofSent.set(read.schema, []);
    const findings = rowDifference(self, sent, read) ?? compareVariants(self, sent, read);
    ofSent.set(read.schema, findings);
    return findings;
  }
}

function isNode(schema: unknown): boolean {
  return typeof schema === 'object';
}

/** A batch took any row, and refused a wrong one alone: bundle/open-rows.js. Each field of the row has the same news. */
function rowDifference({ direction }: Comparing, sent: OnePlace, read: OnePlace): Finding[] | undefined {
  const [before, now] = [sent, read].map(({ schema }) => (schema as Node)?.['x-row'] !== undefined);
  if (direction !== 'request' || !before || now) return undefined;
  return [
    {
      at: sent.at,
      keyword: 'x-row',
      text: 'A wrong row is no longer refused alone, but with the whole request.',
    },
  ];
}

function compareVariants(self: Comparing, one: Place, other: Place): Finding[] {
  const read = variantsOf(other);
  const sent = variantsOf(one).flatMap((variant) => split(variant, read));
  const at = pointerOf(released(self.direction, one, other));
  return distinct([
    ...sent.flatMap((variant) => misfit(self, variant, read, at)),
    ...(self.direction === 'response' ? read.flatMap((known) => gone(known, sent)) : []),
  ]);
}

function gone(known: Variant, sent: readonly Variant[]): Finding[] {
  return goneFields(
    known,
    sent.filter((variant) => !differInKind(variant, known)),
  );
}

/** A variant for each value of the field that tells the other side's variants apart. */
function split(sent: Variant, read: readonly Variant[]): Variant[] {
  for (const [name, place] of Object.entries(sent.properties)) {
    const values = finiteValues(place) ?? [];
    const told = read.flatMap(({ properties }) => {
      const known = finiteValues(properties[name]);
      return known ? [JSON.stringify(values.filter((value) => has(known, value)))] : [];
    });
    if (values.length < 2 || new Set(told).size < 2) continue;
    return values.map((value) => withField(sent, name, { ...lastOf(place), schema: { const: value } }));
  }
  return [sent];
}

function withField(variant: Variant, name: string, place: Place): Variant {
  return { ...variant, properties: { ...variant.properties, [name]: place } };
}
