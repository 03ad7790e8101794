import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { type Html, html } from './html.ts';

/** These pages are text and one stylesheet of our own. They may load, run and frame nothing else. */
export const pageSecurityHeaders: RequestHandler = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
});

export interface PageOptions {
  readonly language?: 'en' | 'pt';
  /** The same page in the other languages. */
  readonly alternates?: Html;
}

/** A documentation page other than Swagger UI. */
export function page(title: string, content: Html, options: PageOptions = {}): string {
  const { language = 'en', alternates = html`` } = options;
  return html`<!doctype html>
<html lang="${language === 'pt' ? 'pt-BR' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Tradepost API</title>
<link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/pages.css">
${alternates}</head>
<body>
<header><nav><b>Tradepost API</b> <a href="/docs/">Operations</a> <a href="/docs/workflows">How to…</a>
<a href="/docs/webhooks">Webhooks</a> <a href="/docs/problems">Problems</a> <a href="/docs/deprecation">Deprecation</a> <a href="/openapi.json">openapi.json</a></nav></header>
<main>
${content}
</main>
</body>
</html>
`.text;
}

export const stylesheet = `
:root { color-scheme: light dark; --text: #1c2430; --quiet: #5b6675; --line: #dde2e9; --soft: #f4f6f9; --link: #0b5cad; --mark: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e4e8ee; --quiet: #9aa5b4; --line: #333c49; --soft: #1e252f; --link: #7db8f2; --mark: #f2938c; }
  body { background: #14191f; }
}
* { box-sizing: border-box; }
body { margin: 0; color: var(--text); font: 16px/1.55 system-ui, sans-serif; }
header { border-bottom: 1px solid var(--line); background: var(--soft); }
nav, main { max-width: 52rem; margin: 0 auto; padding: 0.8rem 1.25rem; }
nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; }
nav b { margin-right: auto; }
main { padding-bottom: 4rem; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
h1 { margin: 1.2rem 0 0.3rem; font-size: 1.75rem; line-height: 1.25; }
h2 { margin: 2.2rem 0 0.6rem; font-size: 1.15rem; }
code, pre { font: 0.9em/1.5 ui-monospace, monospace; }
code { padding: 0.1em 0.35em; border-radius: 4px; background: var(--soft); overflow-wrap: anywhere; }
pre { margin: 0; padding: 1rem; border: 1px solid var(--line); border-radius: 8px; background: var(--soft); overflow-x: auto; }
pre code { padding: 0; background: none; overflow-wrap: normal; }
.quiet { color: var(--quiet); }
.status { color: var(--mark); font-weight: 600; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.3rem 1.25rem; margin: 1rem 0; }
dt { color: var(--quiet); }
dd { margin: 0; }
.titles { display: block; }
.titles dt { margin-top: 1rem; }
.advice { margin: 1.2rem 0; padding: 0.2rem 1rem; border-left: 4px solid var(--link); background: var(--soft); border-radius: 0 8px 8px 0; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.4rem 0.6rem 0.4rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { color: var(--quiet); font-weight: 500; }
td code { background: none; padding: 0; }
@media (max-width: 40rem) {
  tr { display: block; padding: 0.4rem 0; border-bottom: 1px solid var(--line); }
  td { display: block; padding: 0.1rem 0; border: 0; }
  thead { display: none; }
}
`;
