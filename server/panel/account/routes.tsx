import { Heading } from '../elements/heading.tsx';
import { type PanelRoute, page } from '../route.ts';
import { words } from '../words.ts';

export const routes: readonly PanelRoute[] = [
  {
    method: 'get',
    path: '/account',
    access: 'session',
    handle: async ({ locale, user }) =>
      page({
        title: words[locale].account,
        section: 'account',
        body: <Heading title={words[locale].account} intro={user.email} />,
      }),
  },
];
