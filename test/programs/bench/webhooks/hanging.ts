import type { EndpointServer } from './endpoint-server.ts';

/** All endpoints are healthy for this long, so that the worker sends many requests to those that then hang. */
export const WARM_MS = 1_000;
/** How long the worker may take to restore fairness. */
export const SETTLING_MS = 2_000;

/** Three in every ten, shifted by one with each ten, so that they belong to all tenants and not to just three. */
export const hangs = (endpoint: number): boolean => (endpoint + Math.floor(endpoint / 10)) % 10 < 3;

/** Makes 30 % of the URLs hang. */
export const letHang = (endpointServer: EndpointServer, urls: readonly string[]): Promise<void> =>
  endpointServer.hang(pathsOf(urls.filter((_, n) => hangs(n))));

/** Makes them respond again and closes hung connections, so that a stopping worker doesn't wait for them. */
export const letAnswer = (endpointServer: EndpointServer): Promise<void> => endpointServer.hang([]);

/** The paths of the URLs that don't hang. */
export const healthyPaths = (urls: readonly string[]): Set<string> =>
  new Set(pathsOf(urls.filter((_, n) => !hangs(n))));

const pathsOf = (urls: readonly string[]): string[] => urls.map((url) => new URL(url).pathname);
