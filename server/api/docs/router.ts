import type { ServerResponse } from 'node:http';
import express, { type Request, type RequestHandler, type Router } from 'express';
import helmet from 'helmet';
import swaggerUi from 'swagger-ui-express';
import { basePath, readBundle } from '../../base/contract.ts';
import { ApiProblem } from '../../base/problems/api-problem.ts';
import { readOnly } from '../../http/method-not-allowed.ts';
import { serveStatic } from '../../http/static-document.ts';
import { escapeHtml, fill, generated } from './pages.ts';
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

/** The other pages are text, one stylesheet of our own and the search form. They may load, run and frame nothing else. */
const pageSecurityHeaders: RequestHandler = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
});

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
  router.get('/docs/openapi.json', tryOutDocument());
  router.use('/docs', uiSecurityHeaders, swaggerUi.serveWithOptions({ setHeaders: cacheAsset }));
  // This also makes swagger-ui-init.js, so it has to run before a browser asks for that.
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
    if (!path.startsWith(PROBLEM)) router.get(path, ...headers, page);
    if (isTop(path)) router.get(`${path}/`, redirectTo(path));
  }
  router.get('/docs/search', pageSecurityHeaders, searchRoute);
  router.get('/docs/search/', redirectTo('/docs/search'));
  router.get(`${PROBLEM}:code`, pageSecurityHeaders, problemPages(pages));
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

function problemPages(pages: ReadonlyMap<string, RequestHandler>): RequestHandler<{ code: string }> {
  return (req, res, next) => {
    const { code } = req.params;
    const page = pages.get(PROBLEM + code);
    if (!page)
      throw new ApiProblem('not_found', `There is no problem code ${code}; /docs/problems lists them all.`);
    return page(req as Request, res, next);
  };
}

const SWAGGER_UI = '<div id="swagger-ui"></div>';

/** Swagger UI, for reading and trying the operations, below the start. */
function startPage(start: string): string {
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
    .replace(SWAGGER_UI, () => `${start}${SWAGGER_UI}\n</main>`);
}
