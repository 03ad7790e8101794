import { type DeclaredResponse, resolve } from './contract.ts';
import { findRoute, type Route } from './find-route.ts';
import { headerViolations } from './schema-violations.ts';

interface Situation {
  status: number;
  route: Route;
  declared: DeclaredResponse;
  /** The code of a problem. */
  code: string | undefined;
}

/** Responses to requests that match no path. No key was checked for them. */
const OUTSIDE = [400, 404, 408, 417, 431];

/** A response shows the rate limit unless the key or the path is unknown, the method is wrong, or the limiter is down. */
function tellsTheLimit({ status, route, code }: Situation): boolean {
  if (code === 'too_many_failed_authentications' || isOptions({ status, route })) return false;
  return ![401, 405, 500, 503].includes(status) && !(OUTSIDE.includes(status) && route.path === undefined);
}

/** Nobody else gets a 204 from outside the contract's operations. */
const isOptions = ({ status, route }: Pick<Situation, 'status' | 'route'>): boolean =>
  status === 204 && route.operation === undefined;

const declares = (name: string) => (situation: Situation) => name in (situation.declared.headers ?? {});

/** When a header is required. Other declared headers are optional. */
const DUE: [name: string, isDue: (situation: Situation) => boolean][] = [
  ['X-Request-Id', () => true],
  ['Cache-Control', () => true],
  ['Vary', () => true],
  ['X-Content-Type-Options', () => true],
  ['RateLimit', tellsTheLimit],
  ['RateLimit-Policy', tellsTheLimit],
  ['ETag', declares('ETag')],
  ['Location', declares('Location')],
  ['Content-Disposition', declares('Content-Disposition')],
  ['Retry-After', ({ status }) => status === 429 || status === 503],
  ['WWW-Authenticate', ({ status }) => status === 401],
  ['Allow', (situation) => situation.status === 405 || isOptions(situation)],
];

function checkLocation(location: string | null): string[] {
  if (location === null || findRoute('GET', location).operation) return [];
  return [`header Location is ${location}, which is not a path that can be read`];
}

function checkAllow(allow: string | null, methods: string[]): string[] {
  const listed = allow?.split(/, */).sort().join(', ');
  const wanted = methods.toSorted().join(', ');
  return listed === undefined || listed === wanted
    ? []
    : [`header Allow is ${allow}; the path has ${wanted}`];
}

/** No shared cache may store a response. */
function checkCaching(headers: Headers): string[] {
  const [control, vary] = [headers.get('Cache-Control') ?? '', headers.get('Vary') ?? ''];
  const kept = control !== 'no-store' && !(control === 'private, no-cache' && headers.has('ETag'));
  return [
    ...(kept ? [`header Cache-Control is ${control}`] : []),
    ...['Accept', 'Authorization']
      .filter((name) => !vary.split(/, */).includes(name))
      .map((name) => `header Vary is ${vary}, without ${name}`),
  ];
}

const checkSniffing = (options: string | null): string[] =>
  options === null || options === 'nosniff' ? [] : [`header X-Content-Type-Options is ${options}`];

export function checkHeaders(headers: Headers, situation: Situation): string[] {
  const missing = DUE.filter(([name, isDue]) => isDue(situation) && !headers.has(name));
  const present = Object.entries(situation.declared.headers ?? {}).filter(([name]) => headers.has(name));
  return [
    ...missing.map(([name]) => `header ${name} is missing`),
    ...present.flatMap(([name, header]) =>
      headerViolations(name, resolve(header).schema, headers.get(name)!),
    ),
    ...checkCaching(headers),
    ...checkSniffing(headers.get('X-Content-Type-Options')),
    ...checkLocation(headers.get('Location')),
    ...(headers.has('Allow') ? checkAllow(headers.get('Allow'), situation.route.methods) : []),
  ];
}
