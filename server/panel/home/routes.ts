import { isLocale, LOCALE_COOKIE } from '../kit/index.ts';
import { ownPath } from '../request/own-path.ts';
import { type PanelRoute, redirect } from '../request/route.ts';

const YEAR_SECONDS = 365 * 86_400;

export const routes: readonly PanelRoute[] = [
  {
    method: 'get',
    path: '/',
    access: 'session',
    handle: async ({ user }) =>
      redirect(user.permissions.includes('webhook.manage') ? '/panel/deliveries' : '/panel/keys'),
  },
  {
    method: 'post',
    path: '/language',
    access: 'public',
    handle: async ({ form, setCookie }) => {
      const chosen = form.text('locale');
      if (isLocale(chosen)) setCookie(LOCALE_COOKIE, chosen, YEAR_SECONDS);
      return redirect(ownPath(form.text('back')));
    },
  },
];
