import { isLocale, LOCALE_COOKIE } from '../kit/index.ts';
import { missingFor } from '../request/access.ts';
import { ownPath } from '../request/form.ts';
import { type PanelRequest, type PanelResponse, redirect, type VisitorRequest } from '../request/route.ts';

const YEAR_SECONDS = 365 * 86_400;

/** The first tab that the user can open; everybody can open the last one. */
export async function home(request: PanelRequest): Promise<PanelResponse> {
  const first = (['deliveries', 'api_keys', 'requests'] as const).find((each) => !missingFor(request, each));
  return redirect(first === undefined ? '/panel/audit' : START[first]);
}

const START = {
  deliveries: '/panel/deliveries',
  api_keys: '/panel/keys',
  requests: '/panel/requests',
} as const;

export async function chooseLanguage({ form, setCookie, deps }: VisitorRequest): Promise<PanelResponse> {
  const chosen = form.text('locale');
  if (isLocale(chosen)) setCookie(LOCALE_COOKIE, chosen, YEAR_SECONDS);
  return redirect(ownPath(form.text('back'), deps.site));
}
