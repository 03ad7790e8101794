import type { RequestHandler, Router } from 'express';

/** What the documentation's router serves. */
const DOCUMENTS = /^\/(openapi\.json|docs)/;

/** Loads the documentation's pages, Swagger UI and what renders Markdown with the first request for one of them. */
export function loadDocs(): RequestHandler {
  let router: Promise<Router> | undefined;
  return async (req, res, next) => {
    if (!DOCUMENTS.test(req.path)) return next();
    router ??= import('./router.ts').then(({ docs }) => docs());
    (await router)(req, res, next);
  };
}
