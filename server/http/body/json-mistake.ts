/** A token of JSON (RFC 8259). A text that isn't closed, or has a character that none may have, is none. */
const TOKEN =
  /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)|[[{\]},:]/y;
const BLANKS = /[\t\n\r ]*/y;
/** What tokens that may come at a place begin with. Behind a bracket that was just opened, its closing one may come. */
const MAY_COME = {
  value: /^["\d[{tfn-]/,
  first: /^["\d[{tfn\]-]/,
  name: /^"/,
  firstName: /^["}]/,
  colon: /^:/,
  end: /^[,\]}]/,
} as const;
type Place = keyof typeof MAY_COME;
const ROWS = '"items"';
/** Some milliseconds. Most bodies are shorter. */
const MAX_LOOKED_AT = 50_000;

/**
 * Where a text that isn't JSON stops being it, in words that don't quote it. JSON.parse would, and doesn't always name the place. Undefined
 * if it's far from the beginning.
 */
export function jsonMistake(text: string): string | undefined {
  const json = text.slice(0, MAX_LOOKED_AT);
  const closers: string[] = [];
  /** Of each open array, and 0 for an object. */
  const indexes: number[] = [];
  /** The member of the body that is open. */
  let member = '';
  let place: Place = 'value';
  for (let at = afterBlanks(json, 0); at < json.length; at = afterBlanks(json, TOKEN.lastIndex)) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(json)?.[0][0] ?? '';
    const closer = closers.at(-1);
    if (
      !MAY_COME[place].test(token) ||
      (/[\]}]/.test(token) && token !== closer) ||
      (token === ',' && !closer)
    ) {
      // A text whose closing quote is missing runs to the end.
      if (/^"[^"\n]*$/.test(json.slice(at))) break;
      const before = json.slice(0, at);
      const row = member === ROWS && closers[1] === ']' ? `, in #/items/${indexes[1]}` : '';
      return `it goes wrong at line ${before.split('\n').length}, column ${at - before.lastIndexOf('\n')}${row}`;
    }
    if (token === '{' || token === '[') {
      closers.push(token === '{' ? '}' : ']');
      indexes.push(0);
    }
    if (token === closer) {
      closers.pop();
      indexes.pop();
    }
    if (token === ',' && closer === ']') indexes.push(indexes.pop()! + 1);
    if (closers.length === 1 && /^(?:name|firstName)$/.test(place)) member = json.slice(at, TOKEN.lastIndex);
    place = placeAfter(token, place, closers.at(-1));
  }
  return json === text ? 'it ends too early' : undefined;
}

function placeAfter(token: string, place: Place, closer: string | undefined): Place {
  if (token === '{') return 'firstName';
  if (token === '[') return 'first';
  if (token === ',') return closer === '}' ? 'name' : 'value';
  if (token === ':') return 'value';
  return token === '"' && (place === 'name' || place === 'firstName') ? 'colon' : 'end';
}

function afterBlanks(json: string, from: number): number {
  BLANKS.lastIndex = from;
  return from + BLANKS.exec(json)![0].length;
}
