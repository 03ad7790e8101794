import { connectionVariables } from './layout/connection.ts';
import { html } from './layout/html.ts';
import { pageHeader } from './layout/page.ts';
import { words } from './workflows/words.ts';

const CURL = `${connectionVariables(words.en.createdIn)}

curl -H "Authorization: Bearer $TRADEPOST_API_KEY" \\
  "$TRADEPOST_URL/api/v1/products?limit=2"`;

export const SDK_EXAMPLE = `import { Tradepost } from '@tradepost/sdk';

const tp = new Tradepost(); // reads the two variables
for await (const { sku, price } of tp.products.list()) {
  console.log(sku, price);
}`;

/** What stands above Swagger UI: what a newcomer needs first, without JavaScript and before Swagger UI has loaded. */
export const start = (tags: readonly string[]): string =>
  html`<div class="start">
${pageHeader({})}
</div>
<main>
<section class="start" aria-labelledby="start">
<div class="middle">
<h1 id="start">Start</h1>
<div class="examples">
<div><h2>With curl</h2>
<pre tabindex="0"><code>${CURL}</code></pre></div>
<div><h2>With the SDK</h2>
<pre tabindex="0"><code>${SDK_EXAMPLE}</code></pre></div>
</div>
<ul class="places">
<li><a href="/docs/guides">Guides</a> How it works: keys, pages, retries, errors, totals. <span lang="pt-BR"><a href="/docs/guides/pt">Guias em português</a></span></li>
<li><a href="/docs/workflows">How to…</a> Whole workflows, request by request, with curl.</li>
<li><a href="/docs/reference">Reference</a> Each operation and object, with its limits and examples. <span lang="pt-BR"><a href="/docs/reference/pt">Referência em português</a></span></li>
<li><a href="/docs/problems">Problems</a> Each error code, and what to do.</li>
<li><a href="/docs/webhooks">Webhooks</a> Each event, and when it fires.</li>
<li><a href="/docs/guides/sdk">SDK</a> The client for TypeScript and JavaScript, with its webhook receiver.</li>
<li><a href="/openapi.json">openapi.json</a> The contract itself, for generators.</li>
</ul>
<h2 id="try">Try it</h2>
<p>Operations of</p>
<nav class="tags" aria-label="Operations to try">${tags.map(
    (tag) => html`<a href="/docs/?tag=${tag}#try">${tag}</a>
`,
  )}</nav>
</div>
</section>
`.text;
