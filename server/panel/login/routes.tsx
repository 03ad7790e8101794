import { verifyPassword } from '../../tenants/password.ts';
import { findUsersByEmail } from '../../tenants/users.ts';
import { TextField } from '../elements/field.tsx';
import { type PanelRoute, page, redirect } from '../route.ts';

export const routes: readonly PanelRoute[] = [
  {
    method: 'get',
    path: '/login',
    access: 'public',
    handle: async () => page({ title: 'Login', body: <LoginForm /> }),
  },
  {
    method: 'post',
    path: '/login',
    access: 'public',
    handle: async ({ deps, form, session }) => {
      const [user] = await findUsersByEmail(deps.db, form.text('email'));
      if (!user || !(await verifyPassword(form.raw('password'), user.password)))
        return page({ title: 'Login', status: 422, body: <LoginForm /> });
      await session.logIn({
        tenantId: user.tenantId,
        userId: user.id,
        version: user.version,
        startedAt: deps.nowMs(),
      });
      return redirect('/panel');
    },
  },
  {
    method: 'post',
    path: '/logout',
    access: 'public',
    handle: async ({ session }) => {
      await session.logOut();
      return redirect('/panel/login');
    },
  },
];

const LoginForm = () => (
  <form method="post" action="/panel/login" class="login">
    <h1>Tradepost</h1>
    <TextField
      name="email"
      label="E-mail"
      type="email"
      input={{ required: true, autocomplete: 'username' }}
    />
    <TextField
      name="password"
      label="Senha"
      type="password"
      input={{ required: true, autocomplete: 'current-password' }}
    />
    <button type="submit" class="button primary">
      Entrar
    </button>
  </form>
);
