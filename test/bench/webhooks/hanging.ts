import type { EndpointServer } from './endpoint-server.ts';

/** Before that all answer: who hangs is not a stranger but one to whom the worker has learnt to send much. */
export const WARM_MS = 1_000;
/** How long fairness may take to set in. */
export const SETTLING_MS = 2_000;

/** One in ten, three times. Moved on by one each ten, so that they are of all tenants and not of three. */
export const hangs = (endpoint: number): boolean => (endpoint + Math.floor(endpoint / 10)) % 10 < 3;

/** Lets 30 % of the addresses hang from now on. */
export const letHang = (endpointServer: EndpointServer, urls: readonly string[]): Promise<void> =>
  endpointServer.hang(pathsOf(urls.filter((_, n) => hangs(n))));

/** Lets them answer again. What hung is reset, so that a worker that stops need not wait for it. */
export const letAnswer = (endpointServer: EndpointServer): Promise<void> => endpointServer.hang([]);

/** The others' paths, to count by. */
export const healthyPaths = (urls: readonly string[]): Set<string> =>
  new Set(pathsOf(urls.filter((_, n) => !hangs(n))));

const pathsOf = (urls: readonly string[]): string[] => urls.map((url) => new URL(url).pathname);
