import type { NamedKind } from '../../trade/search/named.ts';
import { readId } from './form.ts';

/** What somebody looks for, as pages show it or as it was pasted. */
export interface SearchText {
  readonly text: string;
  /** An id of 36 characters in it. */
  readonly uuid: string | undefined;
  /** The text as a number of ours. */
  readonly id: number | undefined;
  /** Said before the number: Pedido 5010. `#5010` is an order. */
  readonly kind: NamedKind | undefined;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;
/** The name of a kind before something with a digit or, of a coupon, before a code. "Pedido especial" is a name. */
const KINDS: Readonly<Record<NamedKind, RegExp>> = {
  order: /^(?:(?:pedido|order)s?[\s:]*(?:n[.º°o]*\s+)?|#)\s*#?(\S*\d\S*)$/i,
  customer: /^(?:cliente|customer)[\s:#]+(\S*\d\S*)$/i,
  product: /^(?:produto|product)[\s:#]+(\S*\d\S*)$/i,
  coupon: /^(?:cupom|coupon)[\s:#]+(\S+)$/i,
  promotion: /^(?:promo[cç][aã]o|promotion)[\s:#]+(\S*\d\S*)$/i,
};
/** What surrounds a text that was copied from a sentence. */
const AROUND = /^[\s"'“”‘’«»(]+|[\s"'“”‘’«»),;.…]+$/gu;

export function readSearch(typed: string): SearchText {
  const bare = typed.normalize('NFC').replace(AROUND, '');
  for (const [kind, pattern] of Object.entries(KINDS) as [NamedKind, RegExp][]) {
    const [, text] = pattern.exec(bare) ?? [];
    if (text !== undefined) return { text, uuid: undefined, id: readId(text), kind };
  }
  return { text: bare, uuid: UUID.exec(bare)?.[0].toLowerCase(), id: readId(bare), kind: undefined };
}
