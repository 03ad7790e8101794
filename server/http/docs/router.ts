import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import express, { type Request, type RequestHandler, type Router } from 'express';
import helmet from 'helmet';
import swaggerUi from 'swagger-ui-express';
import { bundleText } from '../../contract.ts';
import { ApiProblem } from '../../errors.ts';
import { readOnly } from '../read-only.ts';
import { deprecationPage } from './deprecation-page.ts';
import { documentedProblems } from './documented-problems.ts';
import { pageSecurityHeaders, stylesheet } from './page.ts';
import { problemIndex, problemPage } from './problem-pages.ts';
import { type EncodedDocument, encode, sendDocument, serveStatic } from './static-document.ts';
import { tryOutText } from './try-out.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const HTML = 'text/html; charset=utf-8';
/** How long the examples that Swagger UI sends keep their unique values. */
const UNIQUE_VALUES_MS = 1_000;
/** An hour. The files of Swagger UI change with a release of ours at most. */
const ASSETS_CACHED = 'public, max-age=3600';

/** Swagger UI writes style attributes; nothing else needs more than its own files. */
const uiSecurityHeaders = helmet({
  contentSecurityPolicy: {
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      // The default would turn http://localhost into https in the browser.
      upgradeInsecureRequests: null,
    },
  },
});

/** The documentation: Swagger UI at /docs, the pages beside it, and the contract itself at /openapi.json. */
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

/** These are the same for everybody until the next version of the service. */
const noCache: RequestHandler = (_req, res, next) => {
  res.setHeader('Cache-Control', 'no-cache');
  next();
};

function swaggerUiPage(): RequestHandler {
  return swaggerUi.setup(undefined, {
    swaggerOptions: { url: '/docs/openapi.json', docExpansion: 'list', defaultModelsExpandDepth: -1 },
    customSiteTitle: 'Tradepost API',
    // Swagger's own logo.
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
      throw new ApiProblem('not_found', `There is no problem code ${code}. /docs/problems lists them.`);
    return page(req as Request, res, next);
  };
}

/**
 * Has new unique values each second, so that an example that creates something works again after a reload. Made for each
 * request, its 480 kB would be written and compressed as often as anybody asks.
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
