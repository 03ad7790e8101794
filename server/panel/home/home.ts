import { isLocale, LOCALE_COOKIE } from '../kit/index.ts';
import { ownPath } from '../request/form.ts';
import { type PanelRequest, type PanelResponse, redirect, type VisitorRequest } from '../request/route.ts';

const YEAR_SECONDS = 365 * 86_400;

export const home = async ({ user }: PanelRequest): Promise<PanelResponse> =>
  redirect(user.permissions.includes('webhook.manage') ? '/panel/deliveries' : '/panel/keys');

export async function chooseLanguage({ form, setCookie }: VisitorRequest): Promise<PanelResponse> {
  const chosen = form.text('locale');
  if (isLocale(chosen)) setCookie(LOCALE_COOKIE, chosen, YEAR_SECONDS);
  return redirect(ownPath(form.text('back')));
}
