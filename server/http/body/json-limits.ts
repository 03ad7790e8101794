import { ApiProblem } from '../../errors.ts';

/** Far more than any body of the contract has, and far less than what ends a recursive walk. */
const MAX_DEPTH = 20;
/**
 * An object, an array or a member takes JSON.parse up to 220 bytes of memory, and as few as 2 of text. No body that the
 * contract accepts has more than one of them in 20 bytes of what its operation takes: 1000 entries of a price table, the
 * densest, have 4000 in 100 kB.
 */
const BYTES_PER_NODE = 20;

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Refuses a body that would be costly to parse: nested too deep, or with more parts than any that is valid. */
export function requireJsonWithinLimits(json: Uint8Array, maxBytes: number): void {
  const maxNodes = Math.floor(maxBytes / BYTES_PER_NODE);
  let [depth, nodes] = [0, 0];
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) at = endOfString(json, at + 1);
    else if (byte === COLON) nodes += 1;
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      nodes += 1;
      depth += 1;
      if (depth > MAX_DEPTH) throw tooDeep();
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) depth -= 1;
    if (nodes > maxNodes) throw tooMany(maxNodes);
  }
}

/** The place of the quote that ends a text. */
function endOfString(json: Uint8Array, from: number): number {
  let at = from;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}

function tooDeep(): ApiProblem {
  return new ApiProblem('malformed_body', `The body is nested more than ${MAX_DEPTH} levels deep.`);
}

function tooMany(max: number): ApiProblem {
  return new ApiProblem('malformed_body', `The body has more than ${max} objects, arrays and members.`);
}
