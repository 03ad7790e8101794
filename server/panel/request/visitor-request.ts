import type { Request, Response } from 'express';
import { clientAddress } from '../../http/connection/client-address.ts';
import { onClosed } from '../../http/connection/on-closed.ts';
import { pathOf, requestContext } from '../../http/request-context.ts';
import { cookiesOf } from '../kit/cookies.ts';
import { localeOf } from '../kit/index.ts';
import { originOf } from '../session/origin.ts';
import { PanelSession } from '../session/session.ts';
import { readForm } from './form.ts';
import type { PanelDeps, VisitorRequest } from './route.ts';

const MAX_AGENT_CHARACTERS = 200;

interface Texts {
  readonly query: string;
  readonly body: string;
  readonly formPage?: string;
}

export const textsOf = (req: Request, res: Response): Texts => ({
  query: req.originalUrl.split('?', 2)[1] ?? '',
  body: requestContext(res).rawBody?.toString() ?? '',
});

export function visitorRequest(
  deps: PanelDeps,
  req: Request,
  res: Response,
  { query, body, formPage = deps.site.path }: Texts = textsOf(req, res),
): VisitorRequest {
  const closed = new AbortController();
  onClosed(req, res, () => closed.abort());
  const secure = req.secure;
  const cookies = cookiesOf(req.headers.cookie);
  return {
    deps,
    method: req.method === 'POST' ? 'post' : 'get',
    path: pathOf(req),
    params: req.params as Record<string, string>,
    formPage,
    query: readForm(query),
    form: readForm(body),
    locale: localeOf(req, cookies),
    session: new PanelSession(req),
    address: clientAddress(req),
    secure,
    origin: originOf(req, deps.config[`${deps.site.name}Url`]),
    signal: closed.signal,
    setCookie: (name, value, maxAgeSeconds) =>
      void res.cookie(name, value, {
        maxAge: maxAgeSeconds * 1000,
        path: deps.site.path,
        httpOnly: true,
        sameSite: 'lax',
        secure,
      }),
    cookies,
    agent: (req.headers['user-agent'] ?? '').slice(0, MAX_AGENT_CHARACTERS),
  };
}
