import type { Contract } from '../contract.ts';
import { combine, has } from './combine.ts';
import { isSchema, type Place, type Variant } from './variant.ts';
import { variantsOf } from './variants-of.ts';

type Side = readonly [Variant, Contract];

/** Whether it's certain that no value is in both. */
export function areDisjoint([one, ones]: Side, [other, others]: Side): boolean {
  return lacks(one, other) || lacks(other, one) || differInKind([one, ones], [other, others]);
}

/** Whether they have different types, or different constants in a field that they require. */
export function differInKind([one, ones]: Side, [other, others]: Side): boolean {
  if (combine(one, other).length === 0) return true;
  const required = new Set([...one.required, ...other.required]);
  return [...required].some((name) => {
    const [own, theirs] = [one.properties[name], other.properties[name]];
    const values = own && finiteValues(own, ones);
    const known = theirs && finiteValues(theirs, others);
    return values && known && !values.some((value) => has(known, value));
  });
}

/** Whether one is closed and has no field that the other one requires. */
function lacks(one: Variant, { required }: Variant): boolean {
  return (
    one.type === 'object' && isSchema(one.rest, false) && required.some((name) => !(name in one.properties))
  );
}

/** The values of an enumeration, undefined if any value is allowed. */
export function finiteValues(place: Place, contract: Contract): readonly unknown[] | undefined {
  const variants = variantsOf(place, contract);
  if (variants.some(({ values }) => values === undefined)) return undefined;
  return variants.flatMap(({ values }) => values!);
}
