import type { Router } from 'express';
import { serveStatic } from '../../../http/static-document.ts';
import { LANGUAGES, WORDS } from '../languages.ts';
import { pageSecurityHeaders } from '../page.ts';
import { webhooksPage } from './page.ts';

const HTML = 'text/html; charset=utf-8';

/** The catalogue of events, a page per language. */
export function addWebhookRoutes(router: Router): void {
  for (const language of LANGUAGES) {
    const path = WORDS[language].webhooksPath.replace('/docs', '');
    const makePage = (): string => webhooksPage(language);
    router.get(path, pageSecurityHeaders, serveStatic(HTML, makePage));
  }
}
