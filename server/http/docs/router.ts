import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import express, { type Request, type RequestHandler, type Router } from 'express';
import helmet from 'helmet';
import swaggerUi from 'swagger-ui-express';
import { bundleText } from '../../contract.ts';
import { ApiProblem } from '../../errors.ts';
import { readOnly } from '../method-not-allowed.ts';
import { deprecationPage } from './deprecation-page.ts';
import { documentedProblems } from './documented-problems.ts';
import { pageSecurityHeaders, stylesheet } from './page.ts';
import { problemIndex, problemPage } from './problem-pages.ts';
import { type EncodedDocument, encode, sendDocument, serveStatic } from './static-document.ts';
import { tryOutText } from './try-out.ts';
import { addWebhookRoutes } from './webhooks/routes.ts';
import { addWorkflowRoutes } from './workflows/routes.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const HTML = 'text/html; charset=utf-8';
/** How long the unique values in Swagger UI's examples stay the same. */
const UNIQUE_VALUES_MS = 1_000;
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
  router.get(
    '/openapi.json',
    allowAnyOrigin,
    serveStatic(JSON_TYPE, () => bundleText),
  );
  router.use('/docs', pages());
  router.use('/docs', uiSecurityHeaders, swaggerUi.serveWithOptions({ setHeaders: cacheAsset }));
  router.get('/docs/', uiSecurityHeaders, swaggerUiPage());
  return router;
}

/** May be cached by anybody, but must be revalidated: the next release may change it. */
const noCache: RequestHandler = (_req, res, next) => {
  res.setHeader('Cache-Control', 'no-cache');
  next();
};

function swaggerUiPage(): RequestHandler {
  return swaggerUi.setup(undefined, {
    swaggerOptions: { url: '/docs/openapi.json', docExpansion: 'list', defaultModelsExpandDepth: -1 },
    customSiteTitle: 'Tradepost API',
    // Hides the bar with Swagger's logo.
    customCss: '.swagger-ui .topbar { display: none }',
  }) as RequestHandler;
}

const cacheAsset = (res: ServerResponse): void => void res.setHeader('Cache-Control', ASSETS_CACHED);

const allowAnyOrigin: RequestHandler = (_req, res, next) => {
  res.setHeader('Access-Control-Allow-Origin', '*');
  next();
};

function pages(): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  router.get(
    '/pages.css',
    pageSecurityHeaders,
    serveStatic('text/css; charset=utf-8', () => stylesheet),
  );
  router.get('/problems', pageSecurityHeaders, serveStatic(HTML, problemIndex));
  router.get('/problems/:code', pageSecurityHeaders, problemPages());
  addWorkflowRoutes(router);
  addWebhookRoutes(router);
  router.get(
    '/deprecation',
    pageSecurityHeaders,
    serveStatic(HTML, () => deprecationPage()),
  );
  router.get('/openapi.json', tryOutDocument());
  return router;
}

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

/**
 * Gets new unique values every second, so that an example that creates something works again after a reload. It isn't
 * built per request, since building and compressing its 480 kB each time would let anybody keep the process busy.
 */
function tryOutDocument(): RequestHandler {
  let made: { readonly at: number; readonly document: Promise<EncodedDocument> } | undefined;
  return async (req, res) => {
    const now = performance.now();
    if (!made || now - made.at > UNIQUE_VALUES_MS)
      made = { at: now, document: encode(JSON_TYPE, tryOutText(randomBytes(3).toString('hex'))) };
    sendDocument(req, res, await made.document, 'no-store');
  };
}
