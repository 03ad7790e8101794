import { type Comparing, type Finding, type Pair, released } from './finding.ts';
import { isSchema, type Place, pointerOf, type Variant } from './variant.ts';

export function requiredDifferences({ direction }: Comparing, [from, to]: Pair): Finding[] {
  const { at, properties } = released(direction, from, to);
  const isRequest = direction === 'request';
  return to.required
    .filter((name) => !from.required.includes(name))
    .map((name) => ({
      at: properties[name] ? pointerOf(properties[name]) : `${at}/properties/${name}`,
      keyword: 'required',
      text: isRequest ? 'Is required.' : 'May be absent.',
    }));
}

export function fieldDifferences(comparing: Comparing, [from, to]: Pair): Finding[] {
  const names = new Set([...Object.keys(from.properties), ...Object.keys(to.properties)]);
  return [...names].flatMap((name) => {
    const [own, known] = [from.properties[name], to.properties[name]];
    if (own && known) return comparing.compare(own, known);
    if (own) return undeclared(comparing, own, to.rest);
    return newlyDeclared(comparing, from, name, known!);
  });
}

/** A field that only the sender declares. Readers of a response ignore it. */
function undeclared({ direction, compare }: Comparing, own: Place, rest: Place): Finding[] {
  if (isSchema(rest, true)) return [];
  if (!isSchema(rest, false)) return compare(own, rest);
  return direction === 'request' ? [{ at: pointerOf(own), keyword: '', text: 'Is no longer accepted.' }] : [];
}

/** A field that only the receiver declares. `goneFields` judges those of a response. */
function newlyDeclared(
  { direction, compare }: Comparing,
  from: Variant,
  name: string,
  known: Place,
): Finding[] {
  if (isSchema(from.rest, false) || direction === 'response') return [];
  const at = `${from.at}/properties/${name}`;
  return compare('schema' in from.rest ? { ...from.rest, at } : from.rest, known);
}

export function restDifferences({ direction, compare }: Comparing, [from, to]: Pair): Finding[] {
  if (to.type !== 'object' || isSchema(from.rest, false) || isSchema(to.rest, true)) return [];
  if (!isSchema(to.rest, false)) return compare(from.rest, to.rest);
  if (direction === 'response') return [];
  return [{ at: from.at, keyword: 'additionalProperties', text: 'Accepts only the declared fields.' }];
}

/** The fields that no response has any more. Those of one branch of a union may have moved to another. */
export function goneFields(known: Variant, sent: readonly Variant[]): Finding[] {
  if (sent.length === 0) return [];
  return Object.entries(known.properties)
    .filter(([name]) => sent.every(({ properties, rest }) => !(name in properties) && isOpenOrClosed(rest)))
    .map(([, place]) => ({ at: pointerOf(place), keyword: '', text: 'Is no longer returned.' }));
}

/** Not the members of a map, which have any name. */
function isOpenOrClosed(rest: Place): boolean {
  return isSchema(rest, true) || isSchema(rest, false);
}
