import type { Page, Response } from 'playwright-core';

/** Collects what a page does from now on: requests to others, errors in the console such as CSP violations, and its size. */
export function watch(page: Page, baseUrl: string): { trouble: string[]; bytes: () => Promise<number> } {
  const { origin } = new URL(baseUrl);
  const trouble: string[] = [];
  const responses: Response[] = [];
  page.on('console', (message) => {
    // A page with an error status is still a page; the browser logs its status.
    const isStatus =
      message.text().startsWith('Failed to load resource') && message.location().url === page.url();
    if (message.type() === 'error' && !isStatus) trouble.push(message.text());
  });
  page.on('pageerror', (error) => trouble.push(error.message));
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) trouble.push(`asked for ${request.url()}`);
  });
  page.on('response', (response) => responses.push(response));
  return { trouble, bytes: () => sizeOf(responses) };
}

/** The bodies of the last document and of everything loaded once, as they came over the wire. */
async function sizeOf(responses: readonly Response[]): Promise<number> {
  const latest = new Map(responses.map((response) => [response.url(), response]));
  const sizes = [...latest.values()]
    .filter((response) => ['document', 'stylesheet', 'script'].includes(response.request().resourceType()))
    .map(async (response) => (await response.request().sizes()).responseBodySize);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
