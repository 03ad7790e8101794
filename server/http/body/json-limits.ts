import { ApiProblem } from '../../base/problems/api-problem.ts';

/** Far deeper than any body of the contract, and far less than what overflows the stack of a recursive walk. */
export const MAX_DEPTH = 20;
/**
 * JSON.parse takes up to 220 bytes of memory for an object, array or member, which may be as little as 2 bytes of
 * text. Valid bodies never have more than one per 20 bytes of what their operation accepts. The densest, 1000 entries
 * of a price table, have 4000 in 100 kB.
 */
export const BYTES_PER_NODE = 20;

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Refuses a body that is expensive to parse: nested too deeply, or with more nodes than any valid body. Returns the number of
 * its members.
 */
export function requireJsonWithinLimits(json: Uint8Array, maxBytes: number): number {
  const maxNodes = Math.floor(maxBytes / BYTES_PER_NODE);
  let [depth, nodes, members] = [0, 0, 0];
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) at = endOfString(json, at + 1);
    else if (byte === COLON) {
      nodes += 1;
      members += 1;
    } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      nodes += 1;
      depth += 1;
      if (depth > MAX_DEPTH) throw tooDeep();
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) depth -= 1;
    if (nodes > maxNodes) throw tooMany(maxNodes);
  }
  return members;
}

/** The index of the closing quote, the first that an even number of backslashes stands before; the end if there is none. */
export function endOfString(json: Uint8Array, from: number): number {
  let at = json.indexOf(QUOTE, from);
  while (at > 0 && isEscaped(json, at)) at = json.indexOf(QUOTE, at + 1);
  return at < 0 ? json.length : at;
}

function isEscaped(json: Uint8Array, at: number): boolean {
  let first = at;
  while (json[first - 1] === BACKSLASH) first -= 1;
  return (at - first) % 2 === 1;
}

function tooDeep(): ApiProblem {
  return new ApiProblem('malformed_body', `The body is nested more than ${MAX_DEPTH} levels deep.`);
}

function tooMany(max: number): ApiProblem {
  return new ApiProblem('malformed_body', `The body has more than ${max} objects, arrays and members.`);
}
