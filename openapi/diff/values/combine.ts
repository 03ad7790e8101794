import { mergeLimits } from './limits.ts';
import { isSchema, type Place, type Variant } from './variant.ts';

/** The values that are in both variants: one variant, or none if there are no such values. */
export function combine(one: Variant, other: Variant): Variant[] {
  const type = narrower(one.type, other.type);
  const values = inBoth(one.values, other.values);
  if (type === undefined || values?.length === 0) return [];
  return [
    {
      ...other,
      ...one,
      type,
      values,
      limits: mergeLimits(one.limits, other.limits),
      required: [...new Set([...one.required, ...other.required])],
      properties: propertiesOf(one, other),
      rest: both(one.rest, other.rest),
      items: both(one.items, other.items),
      discriminator: one.discriminator ?? other.discriminator,
      isExclusive: one.isExclusive || other.isExclusive,
    },
  ];
}

function narrower(one: string, other: string): string | undefined {
  if (one === other) return one;
  const numbers = ['integer', 'number'];
  return numbers.includes(one) && numbers.includes(other) ? 'integer' : undefined;
}

type Values = readonly unknown[] | undefined;

function inBoth(ones: Values, others: Values): Values {
  if (ones === undefined || others === undefined) return ones ?? others;
  return ones.filter((value) => has(others, value));
}

export function has(values: readonly unknown[], value: unknown): boolean {
  return values.some((each) => JSON.stringify(each) === JSON.stringify(value));
}

/** `additionalProperties` applies to the properties that only the other one declares. */
function propertiesOf(one: Variant, other: Variant): Record<string, Place> {
  const names = new Set([...Object.keys(one.properties), ...Object.keys(other.properties)]);
  const places = [...names].map((name) => {
    return [name, both(one.properties[name] ?? one.rest, other.properties[name] ?? other.rest)] as const;
  });
  return Object.fromEntries(places.filter(([, place]) => !isSchema(place, false)));
}

function both(one: Place, other: Place): Place {
  if (isSchema(one, true) || isSchema(other, false)) return other;
  if (isSchema(other, true) || isSchema(one, false)) return one;
  return { all: [one, other] };
}
