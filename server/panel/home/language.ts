import { isLocale, LOCALE_COOKIE } from '../kit/index.ts';
import { ownPath } from '../request/form.ts';
import { type PanelResponse, redirect, type VisitorRequest } from '../request/route.ts';

const YEAR_SECONDS = 365 * 86_400;

export async function chooseLanguage({ form, setCookie, deps }: VisitorRequest): Promise<PanelResponse> {
  const chosen = form.text('locale');
  if (isLocale(chosen)) setCookie(LOCALE_COOKIE, chosen, YEAR_SECONDS);
  return redirect(ownPath(form.text('back'), deps.site));
}
