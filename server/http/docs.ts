import express, { type RequestHandler, type Router } from 'express';
import helmet from 'helmet';
import swaggerUi from 'swagger-ui-express';
import { bundleText, problems } from '../contract.ts';

/** Swagger UI writes style attributes; nothing else needs more than its own files. */
const protect = helmet({
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

/** The documentation: /docs with Swagger UI, /docs/problems, and the contract itself at /openapi.json. */
export function docs(): Router {
  const router = express.Router({ caseSensitive: true });
  router.get('/openapi.json', (_req, res) => {
    res.setHeader('Access-Control-Allow-Origin', '*');
    res.type('application/json').send(bundleText);
  });
  router.get('/docs/problems', protect, (_req, res) => {
    res.type('html').send(problemsPage());
  });
  const page = swaggerUi.setup(undefined, {
    swaggerOptions: { url: '/openapi.json' },
    customSiteTitle: 'Tradepost API',
  }) as RequestHandler;
  router.use('/docs', protect, swaggerUi.serve, page);
  return router;
}

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** What the `type` of a problem points to. */
function problemsPage(): string {
  const rows = Object.entries(problems).map(
    ([code, { status, title, advice }]) =>
      `<section id="${code}"><h2><code>${code}</code> <small>${status}</small></h2><p><b>${escapeHtml(title)}.</b> ${escapeHtml(advice)}</p></section>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Tradepost problems</title>
<meta name="viewport" content="width=device-width"><style>body{font:16px/1.5 system-ui;max-width:48rem;margin:2rem auto;padding:0 1rem}</style>
<h1>Problems</h1><p>Every error of the API carries one of these codes.</p>${rows.join('')}</html>`;
}
