import type { Response } from 'express';
import { NO_ALERTS } from '../../webhooks/alerts/list.ts';
import { readOpenAlerts } from '../alerts/banner.tsx';
import { PanelError } from '../kit/panel-error.ts';
import type { Page, PanelResponse, Section, SiteRequest } from '../request/route.ts';
import { renderDocument } from './document.tsx';
import { errorPage } from './error-page.tsx';

/** Sends what a handler returned; a page under the route's tab. */
export async function respond(
  res: Response,
  request: SiteRequest,
  response: PanelResponse,
  section?: Section,
): Promise<void> {
  switch (response.kind) {
    case 'page':
      return sendPage(res, request, response, section);
    case 'redirect':
      return sendRedirect(res, request, response);
    case 'text':
      return void res.status(response.status).type('text/plain').send(response.text);
    case 'events':
      return sendEvents(res, request, response.events);
    case 'not-found':
      return sendPage(res, request, errorPage(request, new PanelError(404, 'not_found'), ''));
  }
}

async function sendPage(res: Response, request: SiteRequest, page: Page, section?: Section): Promise<void> {
  const open = 'user' in request ? await readOpenAlerts(request) : NO_ALERTS;
  res.locals.secret = page.secret;
  res.status(page.status).type('text/html');
  res.send(renderDocument({ request, page, section, open }));
}

/** A redirect that htmx follows would put the login page where a list was. This header makes the browser go there. */
function sendRedirect(
  res: Response,
  request: SiteRequest,
  { to, notice }: Extract<PanelResponse, { kind: 'redirect' }>,
): void {
  if (notice !== undefined) request.session.setNotice(notice);
  if (res.req.get('HX-Request') === 'true') return void res.status(204).setHeader('HX-Redirect', to).end();
  res.status(303).setHeader('Location', to).end();
}

async function sendEvents(
  res: Response,
  { signal }: SiteRequest,
  events: AsyncIterable<string>,
): Promise<void> {
  res.status(200).setHeader('Content-Type', 'text/event-stream');
  // Compressed, events would wait in a buffer.
  res.setHeader('Cache-Control', 'no-store, no-transform');
  // Asks nginx not to collect the stream.
  res.setHeader('X-Accel-Buffering', 'no');
  // Kept open for another request, the connection would hold up a service that stops.
  res.setHeader('Connection', 'close');
  res.flushHeaders();
  for await (const event of events) {
    if (signal.aborted || res.writableEnded) return;
    res.write(`${event}\n\n`);
  }
  res.end();
}
