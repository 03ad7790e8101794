import { emailPreferences } from '../alerts/email-preferences.tsx';
import { Heading } from '../elements/heading.tsx';
import { type PanelRoute, page } from '../route.ts';
import { words } from '../words.ts';

export const routes: readonly PanelRoute[] = [
  {
    method: 'get',
    path: '/account',
    access: 'session',
    handle: async (request) =>
      page({
        title: words[request.locale].account,
        section: 'account',
        body: (
          <>
            <Heading title={words[request.locale].account} intro={request.user.email} />
            {await emailPreferences(request)}
          </>
        ),
      }),
  },
];
