import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import express, { type RequestHandler, type Router } from 'express';
import helmet from 'helmet';
import swaggerUiFolder from 'swagger-ui-dist/absolute-path.js';
import swaggerUi from 'swagger-ui-express';
import { basePath, readBundle } from '../../base/contract.ts';
import { ApiProblem } from '../../base/problems/api-problem.ts';
import { readOnly } from '../../http/method-not-allowed.ts';
import { serveStatic } from '../../http/static-document.ts';
import { escapeHtml, fill, generated } from './pages.ts';
import { referencePages } from './reference.ts';
import { searchRoute } from './search/results.ts';
import { tryOutDocument } from './try-out.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const HTML = 'text/html; charset=utf-8';
const CSS = 'text/css; charset=utf-8';
/** An hour. Swagger UI's files only change with a release. */
const ASSETS_CACHED = 'public, max-age=3600';

/** Swagger UI sets style attributes. Apart from that it needs only its own files. */
const uiSecurityHeaders = helmet({
  contentSecurityPolicy: {
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      // By default browsers would turn http://localhost into https.
      upgradeInsecureRequests: null,
    },
  },
});

const ONLY_TEXT = {
  defaultSrc: ["'none'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
};

/** The other pages are text, one stylesheet of our own and the search form. They may load, run and frame nothing else. */
const pageSecurityHeaders: RequestHandler = helmet({
  contentSecurityPolicy: { useDefaults: false, directives: ONLY_TEXT },
});

/** Those of the reference have a script that copies their examples. */
const referenceSecurityHeaders: RequestHandler = helmet({
  contentSecurityPolicy: { useDefaults: false, directives: { ...ONLY_TEXT, scriptSrc: ["'self'"] } },
});

/** The pages of the reference, their Markdown and that of the guides, and the scripts of `/docs`. */
const REFERENCE = /^\/docs\/(?:reference(?:\/.+)?|guides\/.+\.md|llms\.txt|(?:reference|try-out)\.js)$/;

/** swagger-ui-express sends its files as they are: these two have 1.6 MB. */
const LARGE_ASSETS = [
  ['swagger-ui.css', CSS],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
] as const;

const readAsset = (file: string): string => readFileSync(join(swaggerUiFolder(), file), 'utf8');

/** The documentation: Swagger UI and other pages at /docs, and the contract at /openapi.json. */
export function docs(address: string): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  const filled = (text: string): string => fill(text, { address: escapeHtml(address) });
  router.use(['/openapi.json', '/docs'], readOnly, noCache);
  router.get(
    '/openapi.json',
    allowAnyOrigin,
    serveStatic(JSON_TYPE, () => atAddress(readBundle(), address)),
  );
  addPages(router, filled);
  router.get('/docs/try/:tag.json', tryOutDocument());
  router.get(REFERENCE, referenceSecurityHeaders, referencePages());
  for (const top of ['/docs/reference', '/docs/reference/pt']) router.get(`${top}/`, redirectTo(top));
  for (const [file, type] of LARGE_ASSETS)
    router.get(
      `/docs/${file}`,
      uiSecurityHeaders,
      serveStatic(type, () => readAsset(file), ASSETS_CACHED),
    );
  router.use('/docs', uiSecurityHeaders, swaggerUi.serveWithOptions({ setHeaders: cacheAsset }));
  const page = startPage(filled(generated.start));
  router.get(
    '/docs/',
    uiSecurityHeaders,
    serveStatic(HTML, () => page),
  );
  return router;
}

/** The contract with the address of this installation, for programs that have only the document. Swagger UI's goes with any host. */
const atAddress = (bundle: string, address: string): string =>
  bundle.replace(`"url": ${JSON.stringify(basePath)}`, () => `"url": ${JSON.stringify(address + basePath)}`);

/** May be cached by anybody, but must be revalidated: the next release may change it. */
const noCache: RequestHandler = (_req, res, next) => {
  res.setHeader('Cache-Control', 'no-cache');
  next();
};

const cacheAsset = (res: ServerResponse): void => void res.setHeader('Cache-Control', ASSETS_CACHED);

const allowAnyOrigin: RequestHandler = (_req, res, next) => {
  res.setHeader('Access-Control-Allow-Origin', '*');
  next();
};

const PROBLEM = '/docs/problems/';

function addPages(router: Router, filled: (text: string) => string): void {
  const pages = new Map(
    Object.entries(generated.pages).map(([path, text]) => [
      path,
      serveStatic(typeOf(path), () => filled(text)),
    ]),
  );
  for (const [path, page] of pages) {
    // A workflow for programs is no page.
    const headers = typeOf(path) === JSON_TYPE ? [] : [pageSecurityHeaders];
    router.get(path, ...headers, page);
    if (isTop(path)) router.get(`${path}/`, redirectTo(path));
  }
  router.get('/docs/search', pageSecurityHeaders, searchRoute);
  router.get('/docs/search/', redirectTo('/docs/search'));
  router.get([`${PROBLEM}:code`, `${PROBLEM}pt/:code`], noSuchCode);
}

function typeOf(path: string): string {
  if (path.endsWith('.css')) return CSS;
  return path.endsWith('.json') ? JSON_TYPE : HTML;
}

/** Whether it's the first page of a part of the documentation, in English or Portuguese. */
const isTop = (path: string): boolean => /^\/docs\/[a-z]+(\/pt)?$/.test(path);

/** A page is found with a slash at the end, too. */
const redirectTo =
  (path: string): RequestHandler =>
  ({ originalUrl }, res) => {
    const query = originalUrl.indexOf('?');
    res.redirect(308, query < 0 ? path : path + originalUrl.slice(query));
  };

const noSuchCode: RequestHandler<{ code: string }> = (req) => {
  throw new ApiProblem(
    'not_found',
    `There is no problem code ${req.params.code}; /docs/problems lists them all.`,
  );
};

const SWAGGER_UI = '<div id="swagger-ui"></div>';

/**
 * Swagger UI, for trying the operations of one tag at a time, below the start. Its own files for the first call and for the bar with
 * its logo aren't needed.
 */
function startPage(start: string): string {
  return swaggerUi
    .generateHTML(undefined, { customSiteTitle: 'Tradepost API' })
    .replace(/<script src="\.\/swagger-ui-(?:standalone-preset|init)\.js"> ?<\/script>\s*/g, '')
    .replace('</head>', `${HEAD}\n</head>`)
    .replace('</body>', '<script type="module" src="/docs/try-out.js"></script>\n</body>')
    .replace(SWAGGER_UI, () => `${start}${SWAGGER_UI}\n</main>`);
}

const HEAD = `<link rel="stylesheet" href="/docs/start.css">
<meta name="viewport" content="width=device-width, initial-scale=1">`;
