import type { Router } from 'express';
import { serveStatic } from '../../../http/static-document.ts';
import { LANGUAGES, WORDS } from '../languages.ts';
import { pageSecurityHeaders } from '../page.ts';
import { slugs } from './chapters.ts';
import { guideIndex, guidePage } from './pages.ts';

const HTML = 'text/html; charset=utf-8';

/** A page per chapter and language, and the list of them. */
export function addGuideRoutes(router: Router): void {
  for (const language of LANGUAGES) {
    const path = WORDS[language].guidesPath.replace('/docs', '');
    router.get(
      path,
      pageSecurityHeaders,
      serveStatic(HTML, () => guideIndex(language)),
    );
    for (const slug of slugs) {
      const makePage = (): string => guidePage(language, slug);
      router.get(`${path}/${slug}`, pageSecurityHeaders, serveStatic(HTML, makePage));
    }
  }
}
