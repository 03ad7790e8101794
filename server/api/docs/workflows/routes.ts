import type { Router } from 'express';
import { serveStatic } from '../../../http/static-document.ts';
import { pageSecurityHeaders } from '../page.ts';
import { serveAtOrigin } from '../page-origin.ts';
import { workflowJson, workflows } from './documents.ts';
import { workflowIndex, workflowPage } from './pages.ts';

const HTML = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

/** A page per workflow, the list of them, and each as an Arazzo document. */
export function addWorkflowRoutes(router: Router): void {
  router.get('/workflows', pageSecurityHeaders, serveStatic(HTML, workflowIndex));
  for (const [name, document] of workflows) {
    const makePage = (origin: string): string => workflowPage(name, document, origin);
    router.get(`/workflows/${name}`, pageSecurityHeaders, serveAtOrigin(HTML, makePage));
    router.get(
      `/workflows/${name}.arazzo.json`,
      serveStatic(JSON_TYPE, () => workflowJson(document)),
    );
  }
}
