import { isLocale, LOCALE_COOKIE } from '../language/locale.ts';
import { type PanelRoute, redirect } from '../route.ts';

const YEAR_SECONDS = 365 * 86_400;
/** Only a path of the panel: another site's address would make us a redirector. */
const OWN_PATH = /^\/panel(\/[\w./-]*)?(\?[\w=&%.:+-]*)?$/;

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
      const back = form.text('back');
      return redirect(OWN_PATH.test(back) ? back : '/panel');
    },
  },
];
