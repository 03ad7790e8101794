import { basePath, contractOperations } from '../../base/contract.ts';
import { isCnpj, isCpf, withoutMask } from '../../base/formats/tax-id.ts';
import type { ValidationIssue } from '../../base/problems/api-problem.ts';
import type { RefusedPlace } from './refused-request.ts';

// Paths and the names of fields are the client's text. By mistake they can hold anything: a tax id in place of an id
// (GET /customers/529.982.247-25), an e-mail address as a field's name, a key. Only what looks like an id or a name is
// kept; HIDDEN stands for the rest.

export const HIDDEN = '…';
/** Of the contract's ids. A CPF of 11 digits and a CNPJ of 14 exceed it. */
const MAX_ID = 2_147_483_647;
const ID = /^[1-9]\d{0,9}$/;
const INDEX = /^(0|[1-9]\d{0,4})$/;
/** Far above the contract's longest name, 31 characters, and below an API key's 41. */
const NAME = /^[A-Za-z_][A-Za-z_.-]*(?:\d[A-Za-z_.-]*){0,3}$/;
const MAX_NAME_LENGTH = 40;
/** The contract's longest external id, if it needs no percent-encoding. */
const MAX_EXTERNAL_ID_LENGTH = 100;
/** The contract's longest path has 6 segments, base path included; its deepest pointer has 5. */
const MAX_SEGMENTS = 8;
const MAX_PLACES = 10;

const isId = (text: string): boolean => ID.test(text) && Number(text) <= MAX_ID;
const isName = (text: string): boolean => text.length <= MAX_NAME_LENGTH && NAME.test(text);

const nameOrHidden = (text: string): string => (isName(text) ? text : HIDDEN);

const isParameter = (segment: string): boolean => segment.startsWith('{');
const templates = [...new Set(contractOperations.map(({ path }) => (basePath + path).split('/')))];

/** The path, without the query, that may be kept: the contract's words, ids, and external ids except customers'. */
export function visiblePath(path: string): string {
  const segments = path.split('/');
  const template = templates.find((candidate) => fits(segments, candidate));
  const visible = template
    ? segments.map((segment, i) => visibleSegment(segment, template[i]!, template))
    : segments.map((segment) => (segment === '' || isId(segment) ? segment : nameOrHidden(segment)));
  return bounded(visible).join('/');
}

const fits = (segments: readonly string[], template: readonly string[]): boolean =>
  segments.length === template.length &&
  template.every((word, i) => (isParameter(word) ? segments[i] !== '' : word === segments[i]));

function visibleSegment(segment: string, word: string, template: readonly string[]): string {
  if (!isParameter(word) || isId(segment)) return segment;
  const isKept = word === '{external_id}' && !template.includes('customers') && isExternalId(segment);
  return isKept ? segment : word;
}

/** People use a CPF or an e-mail address as their own id of a customer. For a product it would be a mistake. */
function isExternalId(text: string): boolean {
  const plain = withoutMask(text);
  return text.length <= MAX_EXTERNAL_ID_LENGTH && !isCpf(plain) && !isCnpj(plain);
}

const bounded = (segments: readonly string[]): readonly string[] =>
  segments.length > MAX_SEGMENTS ? [...segments.slice(0, MAX_SEGMENTS), HIDDEN] : segments;

/** Where the first issues are. An issue's `detail` isn't kept, because it may quote a value. */
export function visiblePlaces(issues: readonly ValidationIssue[]): RefusedPlace[] {
  return issues.slice(0, MAX_PLACES).map(({ pointer, parameter, header, code, product_id }) => ({
    ...(pointer !== undefined && { pointer: visiblePointer(pointer) }),
    ...(parameter !== undefined && { parameter: nameOrHidden(parameter) }),
    ...(header !== undefined && { header: nameOrHidden(header) }),
    code: nameOrHidden(code),
    ...(product_id !== undefined && { product_id }),
  }));
}

function visiblePointer(pointer: string): string {
  const [root = '', ...names] = pointer.split('/');
  const visible = names.map((name) => (INDEX.test(name) ? name : nameOrHidden(name)));
  return [root === '#' ? root : HIDDEN, ...bounded(visible)].join('/');
}
