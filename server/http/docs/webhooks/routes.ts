import type { Router } from 'express';
import { pageSecurityHeaders } from '../page.ts';
import { serveStatic } from '../static-document.ts';
import { PATHS, webhooksPage } from './page.ts';
import type { Language } from './words.ts';

const HTML = 'text/html; charset=utf-8';

/** The catalogue of events, a page per language. */
export function addWebhookRoutes(router: Router): void {
  for (const language of Object.keys(PATHS) as Language[]) {
    const makePage = (): string => webhooksPage(language);
    router.get(PATHS[language].replace('/docs', ''), pageSecurityHeaders, serveStatic(HTML, makePage));
  }
}
