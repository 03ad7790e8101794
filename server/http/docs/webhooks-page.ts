import { bundle, type EventKind, eventKinds } from '../../contract.ts';
import { type Html, html, prose } from './html.ts';
import { page } from './page.ts';

interface WebhookOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
}

/** Every kind of event. */
export const webhooksPage = (): string =>
  page(
    'Webhooks',
    html`<h1>Webhooks</h1>
<p>What Tradepost posts to your endpoint. <a href="/docs/guides/webhooks">Receiving webhooks</a> says how to verify and handle it.</p>
${eventKinds.map(section)}`,
  );

function section(kind: EventKind): Html {
  const { operationId, summary, description } = bundle.webhooks[kind]!.post as unknown as WebhookOperation;
  return html`<h2 id="${kind}">${summary}</h2>
<p><code>${kind}</code></p>
<p>${prose(description)}</p>
<p><a href="/docs/#/webhooks/${operationId}">Its headers, schema and example</a></p>
`;
}
