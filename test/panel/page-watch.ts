import type { ConsoleMessage, Page, Request, Response } from 'playwright-core';

export interface Watch {
  readonly trouble: string[];
  bytes(): Promise<number>;
  stop(): void;
}

/** Collects what a page does from now on: requests to others, errors in the console such as CSP violations, and its size. */
export function watch(page: Page, baseUrl: string): Watch {
  const { origin } = new URL(baseUrl);
  const trouble: string[] = [];
  const responses: Response[] = [];
  const onConsole = (message: ConsoleMessage): void => {
    // A page with an error status is still a page; the browser logs its status.
    const isStatus =
      message.text().startsWith('Failed to load resource') && message.location().url === page.url();
    if (message.type() === 'error' && !isStatus) trouble.push(message.text());
  };
  const onError = (error: Error): void => void trouble.push(error.message);
  const onRequest = (request: Request): void => {
    if (new URL(request.url()).origin !== origin) trouble.push(`asked for ${request.url()}`);
  };
  const onResponse = (response: Response): void => void responses.push(response);
  page.on('console', onConsole).on('pageerror', onError).on('request', onRequest).on('response', onResponse);
  return {
    trouble,
    bytes: () => sizeOf(responses),
    stop: () => {
      page.off('console', onConsole).off('pageerror', onError);
      page.off('request', onRequest).off('response', onResponse);
    },
  };
}

/** The bodies of the last document and of everything loaded once, as they came over the wire. */
async function sizeOf(responses: readonly Response[]): Promise<number> {
  const latest = new Map(responses.map((response) => [response.url(), response]));
  const sizes = [...latest.values()]
    .filter((response) => ['document', 'stylesheet', 'script'].includes(response.request().resourceType()))
    .map(async (response) => (await response.request().sizes()).responseBodySize);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
