import { renderToString } from 'preact-render-to-string';
import type { OpenAlerts } from '../../webhooks/alerts/list.ts';
import { AlertBanner, alertsOfPage } from '../alerts/banner.tsx';
import { assetPath } from '../assets/assets.ts';
import { Heading, LANGUAGES, type Locale, Notice, Reader } from '../kit/index.ts';
import { words } from '../kit/words.ts';
import type { Page, Section, SiteRequest } from '../request/route.ts';
import { Header } from './header.tsx';
import { KeptNotice } from './kept-form.tsx';
import { SuspendedNotice } from './suspended.tsx';
import { ViewingNotice } from './viewing.tsx';

/** No eval, no styles in the page, nothing kept in the browser's storage; pages with errors are shown too. */
const HTMX_CONFIG = JSON.stringify({
  allowEval: false,
  includeIndicatorStyles: false,
  historyCacheSize: 0,
  refreshOnHistoryMiss: true,
  responseHandling: [
    { code: '204', swap: false },
    { code: '...', swap: true },
  ],
});

interface DocumentProps {
  readonly request: SiteRequest;
  readonly page: Page;
  readonly section: Section | undefined;
  readonly open: OpenAlerts;
}

/** The whole HTML document of a page. */
export function renderDocument({ request, page, section, open }: DocumentProps): string {
  const { locale } = request;
  const { site } = request.deps;
  const notice = request.session.takeNotice();
  const kept = page.status === 200 ? request.session.takeKeptForm(request.path) : undefined;
  const html = (
    <Reader.Provider value={request}>
      <html lang={LANGUAGES[locale].tag}>
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="htmx-config" content={HTMX_CONFIG} />
          {page.refreshSeconds === undefined ? null : (
            <noscript>
              <meta http-equiv="refresh" content={String(page.refreshSeconds)} />
            </noscript>
          )}
          <title>{`${titleOf(page, locale)} – Tradepost`}</title>
          <link rel="icon" href={assetPath(site.path, 'icon.svg')} type="image/svg+xml" />
          <link rel="stylesheet" href={assetPath(site.path, 'panel.css')} />
          <script src={assetPath(site.path, 'htmx.js')} defer />
          <script src={assetPath(site.path, 'panel.js')} defer />
        </head>
        <body data-copied={words[locale].copied}>
          <a class="skip" href="#content">
            {words[locale].skip}
          </a>
          <Header request={request} section={section} openAlerts={open.count} shownOnce={page.secret} />
          <div class="offline" role="alert" data-offline hidden>
            <span aria-hidden="true">!</span>
            <div>
              <p>{words[locale].offline}</p>
              <button type="button" class="button">
                {words[locale].tryAgain}
              </button>
            </div>
          </div>
          <main id="content" tabIndex={-1}>
            {notice === undefined ? null : <Notice kind="done">{notice}</Notice>}
            {'user' in request && site.name === 'console' ? <ViewingNotice /> : null}
            {'user' in request && request.tenant.status === 'suspended' && page.status === 200 ? (
              <SuspendedNotice />
            ) : null}
            {'user' in request && page.status === 200 ? (
              <AlertBanner alerts={alertsOfPage(section, request.path, open.alerts)} />
            ) : null}
            {kept === undefined ? null : <KeptNotice kept={kept} />}
            {page.heading && <Heading title={page.title} {...page.heading} />}
            {page.body}
          </main>
        </body>
      </html>
    </Reader.Provider>
  );
  return `<!doctype html>${renderToString(html)}`;
}

/** The title is the first thing that a screen reader says. */
const titleOf = ({ status, title }: Page, locale: Locale): string =>
  status === 422 ? words[locale].withErrors(title) : title;
