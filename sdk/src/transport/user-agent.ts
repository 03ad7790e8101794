import { VERSION } from './version.ts';

interface Globals {
  readonly navigator?: { readonly userAgent?: string };
  readonly process?: { readonly versions?: { readonly node?: string } };
}

/** `tradepost-sdk/0.3.0 (node 20)`, for the logs of the service. Undefined in a browser, which sends its own. */
export function userAgent({ navigator, process }: Globals = globalThis as Globals): string | undefined {
  const agent = navigator?.userAgent ?? ''; // Node has one from 21 on
  if (agent.startsWith('Mozilla/')) return undefined;
  const isNode = agent === '' || agent.startsWith('Node.js/');
  const runtime = isNode
    ? `node ${process?.versions?.node?.split('.')[0]}`
    : agent.toLowerCase().replace('/', ' ');
  return `tradepost-sdk/${VERSION} (${runtime})`;
}
