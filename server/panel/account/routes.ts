import { endSessions } from '../../accounts/staff/user-changes.ts';
import { type PanelRoute, redirect } from '../request/route.ts';
import { changePassword } from './change-password.ts';
import { accountPage } from './page.tsx';

export const routes: readonly PanelRoute[] = [
  { method: 'get', path: '/account', access: 'session', handle: (request) => accountPage(request) },
  { method: 'post', path: '/account/password', access: 'session', handle: changePassword },
  {
    method: 'post',
    path: '/account/sessions/end',
    access: 'session',
    handle: async ({ db, actor, user, session }) => {
      await db.transaction((tx) => endSessions(tx, actor, user));
      await session.logOut();
      return redirect('/panel/login');
    },
  },
];
