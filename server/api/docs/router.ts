import type { ServerResponse } from 'node:http';
import express, { type Request, type RequestHandler, type Router } from 'express';
import helmet from 'helmet';
import swaggerUi from 'swagger-ui-express';
import { readBundle } from '../../base/contract.ts';
import { ApiProblem } from '../../base/problems/api-problem.ts';
import { readOnly } from '../../http/method-not-allowed.ts';
import { serveStatic } from '../../http/static-document.ts';
import { deprecationPage } from './deprecation-page.ts';
import { documentedProblems } from './documented-problems.ts';
import { addGuideRoutes } from './guides/routes.ts';
import { pageSecurityHeaders } from './page.ts';
import { serveAtOrigin } from './page-origin.ts';
import { problemIndex, problemPage } from './problem-pages.ts';
import { searchRoute } from './search/page.ts';
import { startPage } from './start-page.ts';
import { startStylesheet, stylesheet } from './stylesheet.ts';
import { tryOutDocument } from './try-out-document.ts';
import { addWebhookRoutes } from './webhooks/routes.ts';
import { addWorkflowRoutes } from './workflows/routes.ts';

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

/** The documentation: Swagger UI and other pages at /docs, and the contract at /openapi.json. */
export function docs(): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  router.use(['/openapi.json', '/docs'], readOnly, noCache);
  router.get('/openapi.json', allowAnyOrigin, serveStatic(JSON_TYPE, readBundle));
  router.use('/docs', pages());
  router.use('/docs', uiSecurityHeaders, swaggerUi.serveWithOptions({ setHeaders: cacheAsset }));
  // This also makes swagger-ui-init.js, so it has to run before a browser asks for that.
  startPage('');
  router.get('/docs/', uiSecurityHeaders, serveAtOrigin(HTML, startPage));
  return router;
}

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

const STYLESHEETS = [
  ['/pages.css', () => stylesheet],
  ['/start.css', () => startStylesheet],
] as const;
const PAGES = [
  ['/problems', problemIndex],
  ['/deprecation', () => deprecationPage()],
] as const;
const WITHOUT_SLASH = [
  '/guides',
  '/guides/pt',
  '/workflows',
  '/problems',
  '/webhooks',
  '/webhooks/pt',
  '/deprecation',
  '/search',
];

function pages(): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  for (const [path, make] of STYLESHEETS) router.get(path, pageSecurityHeaders, serveStatic(CSS, make));
  for (const [path, make] of PAGES) router.get(path, pageSecurityHeaders, serveStatic(HTML, make));
  router.get('/search', pageSecurityHeaders, searchRoute);
  router.get('/problems/:code', pageSecurityHeaders, problemPages());
  addGuideRoutes(router);
  addWorkflowRoutes(router);
  addWebhookRoutes(router);
  router.get('/openapi.json', tryOutDocument());
  for (const path of WITHOUT_SLASH) router.get(`${path}/`, redirectTo(`/docs${path}`));
  return router;
}

/** A page is found with a slash at the end, too. */
const redirectTo =
  (path: string): RequestHandler =>
  ({ originalUrl }, res) => {
    const query = originalUrl.indexOf('?');
    res.redirect(308, query < 0 ? path : path + originalUrl.slice(query));
  };

function problemPages(): RequestHandler<{ code: string }> {
  const pagesByCode = new Map<string, RequestHandler>();
  for (const code of documentedProblems.keys())
    pagesByCode.set(
      code,
      serveStatic(HTML, () => problemPage(code)!),
    );
  return (req, res, next) => {
    const { code } = req.params;
    const page = pagesByCode.get(code);
    if (!page)
      throw new ApiProblem('not_found', `There is no problem code ${code}; /docs/problems lists them all.`);
    return page(req as Request, res, next);
  };
}
