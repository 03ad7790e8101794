import { mapLeaves, RowReference } from './body-value.ts';
import type { FuzzRequest, TargetPart } from './fuzz-request.ts';
import { type Mistake, pickOne } from './mistake.ts';
import type { FuzzOperation } from './operations.ts';

/** Invalid ids: out of range, or another spelling of a number. */
const WRONG_IDS = [
  '0',
  '-1',
  '2147483648',
  '9007199254740993',
  '99999999999999999999',
  '0x10',
  '1e1',
  '1.0',
  '+1',
  '%201',
  '01',
  'abc',
  'null',
  '__proto__',
  '1%00',
  '1;v=2',
  '1,2',
  '%',
  '%ff',
  '%ED%A0%80',
  '1%zz',
  '%2F',
  "1'--",
  '%C2%B2',
];
const WRONG_EXTERNAL_IDS = ['%', '%ff', '%00', '%ED%A0%80', 'a%00b', 'x'.repeat(101)];

/** Changes that turn the operation's path into another one. */
const OTHER_PATHS: readonly (readonly [name: string, change: (path: string) => string])[] = [
  ['other case', (path) => path.replace('/api/v1/', '/api/V1/')],
  [
    'capitalized resource',
    (path) => path.replace(/v1\/(.)/, (_, first: string) => `v1/${first.toUpperCase()}`),
  ],
  ['trailing slash', (path) => `${path}/`],
  ['double slash', (path) => path.replace('/v1/', '/v1//')],
  ['leading double slash', (path) => `/${path}`],
  ['other version', (path) => path.replace('/v1/', '/v2/')],
  ['encoded slash', (path) => path.replace('/v1/', '/v1%2F')],
  ['encoded letter', (path) => path.replace('/v1/', '/%761/')],
  ['semicolon', (path) => `${path};v=1`],
  ['backslash', (path) => path.replace('/v1/', '/v1\\')],
  ['extra segment', (path) => `${path}/x/y`],
  ['trailing NUL', (path) => `${path}%00/%00`],
  ['dot segment', (path) => path.replace('/v1/', '/v1/./')],
  ['parent segment', (path) => path.replace('/v1/', '/v1/me/../')],
  ['encoded parent segment', (path) => path.replace('/v1/', '/%2e%2e/v1/')],
];

/** An invalid value in the path, or a path that isn't in the contract. */
export const pathMistake: Mistake = (request, operation, [which, where]) => {
  const named = operation.pathParameters.length > 0;
  return named && where % 3 > 0 ? wrongValue(request, operation, which) : otherPath(request, which);
};

function wrongValue(request: FuzzRequest, { pathParameters }: FuzzOperation, which: number): FuzzRequest {
  const isExternal = pathParameters.some(({ name }) => name === 'external_id');
  const value = pickOne(isExternal ? WRONG_EXTERNAL_IDS : WRONG_IDS, which);
  const path = request.path.map((part, i) => (i === 1 ? value : part));
  return {
    ...request,
    path,
    transport: 'raw',
    mistakes: [...request.mistakes, `path: ${value.slice(0, 30)}`],
  };
}

function otherPath(request: FuzzRequest, which: number): FuzzRequest {
  // After an external id a semicolon is part of the id.
  const [, value, after] = request.path;
  const isId = value instanceof RowReference && value.field === 'id';
  const endsInText = value !== undefined && !after && !isId;
  const possible = OTHER_PATHS.filter(([name]) => !(endsInText && name === 'semicolon'));
  const [name, changePath] = pickOne(possible, which);
  return { ...request, changePath, transport: 'raw', mistakes: [...request.mistakes, `path: ${name}`] };
}

/** Refers to a row that doesn't exist, or to another tenant's, in the path or in the body. */
export const referenceMistake: Mistake = (request, operation, [which, where]) => {
  const owner = where % 2 === 0 ? 'nobody' : 'another tenant';
  const inPath = request.path.some((part) => part instanceof RowReference && part.field === 'id');
  if (inPath && which % 2 === 0) return foreignPath(request, owner);
  if (request.body === undefined || operation.isBatch) return undefined;
  let found = false;
  const body = mapLeaves(request.body, (leaf) => {
    if (!(leaf instanceof RowReference) || leaf.field !== 'id') return leaf;
    found = true;
    return leaf.of(owner);
  });
  return found ? { ...request, body, mistakes: [...request.mistakes, `body: a row of ${owner}`] } : undefined;
};

function foreignPath(request: FuzzRequest, owner: 'nobody' | 'another tenant'): FuzzRequest {
  const foreign = (part: TargetPart) => (part instanceof RowReference ? part.of(owner) : part);
  return {
    ...request,
    path: request.path.map(foreign),
    mistakes: [...request.mistakes, `path: a row of ${owner}`],
  };
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'];

/** A method that the path doesn't have. */
export const methodMistake: Mistake = (request, operation, [which]) => {
  if (request.protocolForm) return undefined;
  const possible = METHODS.filter((method) => !operation.methodsOfPath.includes(method));
  const method = pickOne(possible, which);
  return { ...request, method, transport: 'raw', mistakes: [...request.mistakes, `method: ${method}`] };
};
