import type { VisitorRequest } from './route.ts';

/**
 * Where the integrator's programs find the API. With an address of its own the panel can only guess: the same host name at
 * the API's port, which is right on one machine. API_URL says it.
 */
export function apiOrigin({
  deps: { config, site },
  origin,
}: Pick<VisitorRequest, 'deps' | 'origin'>): string {
  if (config.apiUrl !== undefined) return new URL(config.apiUrl).origin;
  if (config.panel === undefined && site.name === 'panel') return origin;
  const guess = new URL(origin);
  guess.port = String(config.port);
  return guess.origin;
}
