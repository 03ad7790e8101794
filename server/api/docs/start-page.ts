import swaggerUi from 'swagger-ui-express';
import { type Html, html } from './html.ts';
import { pageHeader } from './page.ts';
import { connectionVariables } from './page-origin.ts';

const curl = (origin: string): string => `${connectionVariables(origin)}

curl -H "Authorization: Bearer $TRADEPOST_API_KEY" \\
  "$TRADEPOST_URL/api/v1/products?limit=2"`;

export const SDK_EXAMPLE = `import { Tradepost } from '@tradepost/sdk';

const tp = new Tradepost(); // reads the two variables
for await (const { sku, price } of tp.products.list()) {
  console.log(sku, price);
}`;

/** What a newcomer needs first. It's there without JavaScript, and before Swagger UI has loaded. */
const start = (origin: string): Html => html`<div class="start">
${pageHeader({})}
</div>
<main>
<section class="start" aria-labelledby="start">
<div class="middle">
<h1 id="start">Start</h1>
<div class="examples">
<div><h2>With curl</h2>
<pre tabindex="0"><code>${curl(origin)}</code></pre></div>
<div><h2>With the SDK</h2>
<pre tabindex="0"><code>${SDK_EXAMPLE}</code></pre></div>
</div>
<ul class="places">
<li><a href="/docs/guides">Guides</a> How it works: keys, pages, retries, errors, totals. <span lang="pt-BR"><a href="/docs/guides/pt">Guias em português</a></span></li>
<li><a href="/docs/workflows">How to…</a> Whole workflows, request by request, with curl.</li>
<li><a href="/docs/problems">Problems</a> Each error code, and what to do.</li>
<li><a href="/docs/webhooks">Webhooks</a> Each event, and when it fires.</li>
<li><a href="/docs/guides/sdk">SDK</a> The client for TypeScript and JavaScript, with its webhook receiver.</li>
<li><a href="/openapi.json">openapi.json</a> The contract itself, for generators.</li>
</ul>
</div>
</section>
`;

const SWAGGER_UI = '<div id="swagger-ui"></div>';

/** Swagger UI, for reading and trying the operations, below the start. */
export function startPage(origin: string): string {
  const page = swaggerUi.generateHTML(undefined, {
    swaggerOptions: { url: '/docs/openapi.json', docExpansion: 'list', defaultModelsExpandDepth: -1 },
    customSiteTitle: 'Tradepost API',
    // Hides the bar with Swagger's logo.
    customCss: '.swagger-ui .topbar { display: none }',
  });
  return page
    .replace(
      '</head>',
      '<link rel="stylesheet" href="/docs/start.css">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n</head>',
    )
    .replace(SWAGGER_UI, () => `${start(origin).text}${SWAGGER_UI}\n</main>`);
}
