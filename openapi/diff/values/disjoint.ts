import { combine, has } from './combine.ts';
import { isSchema, type Place, type Variant } from './variant.ts';
import { variantsOf } from './variants-of.ts';

/** Whether it's certain that no value is in both. */
export function areDisjoint(one: Variant, other: Variant): boolean {
  return lacks(one, other) || lacks(other, one) || differInKind(one, other);
}

/** Whether they have different types, or different constants in a field that they require. */
export function differInKind(one: Variant, other: Variant): boolean {
  if (combine(one, other).length === 0) return true;
  const required = new Set([...one.required, ...other.required]);
  return [...required].some((name) => {
    const [values, known] = [one, other].map(({ properties }) => finiteValues(properties[name]));
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
export function finiteValues(place: Place | undefined): readonly unknown[] | undefined {
  const variants = place && variantsOf(place);
  if (!variants || variants.some(({ values }) => values === undefined)) return undefined;
  return variants.flatMap(({ values }) => values!);
}
