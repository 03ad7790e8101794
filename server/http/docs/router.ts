import { randomBytes } from 'node:crypto';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import helmet from 'helmet';
import swaggerUi from 'swagger-ui-express';
import { bundleText } from '../../contract.ts';
import { ApiProblem } from '../../errors.ts';
import { deprecationPage } from './deprecation-page.ts';
import { protectPage, stylesheet } from './page.ts';
import { problemIndex, problemPage } from './problem-pages.ts';
import { tryOutText } from './try-out.ts';

/** Swagger UI writes style attributes; nothing else needs more than its own files. */
const protectUi = helmet({
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
  router.get('/openapi.json', (_req, res) => {
    res.setHeader('Access-Control-Allow-Origin', '*');
    res.type('application/json').send(bundleText);
  });
  router.use('/docs', pages());
  router.use('/docs', protectUi, swaggerUi.serve);
  router.get('/docs/', protectUi, swaggerUiPage());
  return router;
}

function swaggerUiPage(): RequestHandler {
  return swaggerUi.setup(undefined, {
    swaggerOptions: { url: '/docs/openapi.json', docExpansion: 'list', defaultModelsExpandDepth: -1 },
    customSiteTitle: 'Tradepost API',
    // Swagger's own logo.
    customCss: '.swagger-ui .topbar { display: none }',
  }) as RequestHandler;
}

function pages(): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  const sendPage = (res: Response, text: string): void => void res.type('html').send(text);
  router.get('/pages.css', protectPage, (_req, res) => void res.type('css').send(stylesheet));
  router.get('/problems', protectPage, (_req, res) => sendPage(res, problemIndex()));
  router.get('/problems/:code', protectPage, (req: Request<{ code: string }>, res) => {
    const found = problemPage(req.params.code);
    if (found === undefined)
      throw new ApiProblem(
        'not_found',
        `There is no problem code ${req.params.code}. /docs/problems lists them.`,
      );
    sendPage(res, found);
  });
  router.get('/deprecation', protectPage, (_req, res) => sendPage(res, deprecationPage()));
  // Each time with new unique values, so that an example that creates something works again after a reload.
  router.get('/openapi.json', (_req, res) => {
    res.setHeader('Cache-Control', 'no-store');
    res.type('application/json').send(tryOutText(randomBytes(3).toString('hex')));
  });
  return router;
}
