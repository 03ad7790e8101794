import { changeEmail, changeName, changePassword, endSession, logOutEverywhere } from './account/handlers.ts';
import { accountPage } from './account/page.tsx';
import {
  beginOwnFactor,
  confirmOwnFactor,
  factorPage,
  removeOwnFactor,
  renewCodes,
} from './account/second-factor.tsx';
import { saveEmailPreferences } from './alerts/email-preferences.tsx';
import { alertsPage } from './alerts/page.tsx';
import { createKey, newKeyForm } from './api-keys/create.tsx';
import { withKey } from './api-keys/key-facts.tsx';
import { keyPage } from './api-keys/key-page.tsx';
import { keyList } from './api-keys/list.tsx';
import { confirmRevoke, revoke } from './api-keys/revoke.tsx';
import { auditPage } from './audit/page.tsx';
import { connect, connectForm } from './connect/connect.tsx';
import { progressPage } from './connect/progress.tsx';
import { createSuccessor, successorForm } from './connect/successor.tsx';
import { copyAsCurl, resendOne, resendSelected, showBody } from './deliveries/detail/handlers.tsx';
import { listPage as deliveryList } from './deliveries/list/page.tsx';
import { liveList } from './deliveries/live/live-list.ts';
import { showProgress, showRange, startRange, stopRange } from './deliveries/recovery/handlers.tsx';
import { home } from './home/home.tsx';
import { chooseLanguage } from './home/language.ts';
import { reopenProblem, solveProblem } from './home/solve.ts';
import { forgottenPage, sendForgotten } from './login/forgotten.tsx';
import { chooseTenant, logOut, showLogin, submitCode, submitPassword } from './login/handlers.ts';
import { showLink, submitLink } from './login/link.tsx';
import type { Access } from './request/access.ts';
import type { PanelRequest, PanelResponse, PanelRoute, Section } from './request/route.ts';
import { requestLog } from './request-log/page.tsx';
import { searchPage } from './search/page.tsx';
import { inviteForm, resendInvitation, revoke as revokeInvitation, sendInvitation } from './team/invite.tsx';
import { confirmRequired, switchRequired, teamPage } from './team/list.tsx';
import {
  changeRole,
  confirmRemove,
  linkForPassword,
  memberPage,
  removeMember,
  resetFactor,
  withMember,
} from './team/member.tsx';
import { eventPage } from './timeline/event-page.tsx';
import { orderPage } from './timeline/order-page.tsx';
import { sharedOrder, shareOrder } from './timeline/share.tsx';
import { recover, recoverPage, stop, switchTo } from './webhooks/activation.tsx';
import { deletePage, remove } from './webhooks/delete.tsx';
import { withEndpoint } from './webhooks/endpoint.tsx';
import { endpointPage } from './webhooks/endpoint-page.tsx';
import { listPage as endpointList } from './webhooks/list.tsx';
import { create, edit, editPage, newPage } from './webhooks/save.tsx';
import { reveal, rotate, rotatePage } from './webhooks/secret.tsx';
import { sendTest, testPage } from './webhooks/test.tsx';
import { verifyPage } from './webhooks/verify/page.tsx';

interface Route<Handle> {
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly handle: Handle;
  readonly stepUp?: true;
  readonly beforeFactor?: true;
}

const get = <Handle>(path: string, handle: Handle): Route<Handle> => ({ method: 'get', path, handle });
const post = <Handle>(path: string, handle: Handle): Route<Handle> => ({ method: 'post', path, handle });

/** Shows or makes a secret, or changes who may do what: the user shows again who it is. */
const stepUp = <Handle>(route: Route<Handle>): Route<Handle> => ({ ...route, stepUp: true });
/** The way to the second factor that a tenant requires. */
const beforeFactor = <Handle>(route: Route<Handle>): Route<Handle> => ({ ...route, beforeFactor: true });

/** What users with this access find under a tab. */
const tab = (
  section: Section | undefined,
  access: Exclude<Access, 'public'>,
  routes: readonly Route<(request: PanelRequest) => Promise<PanelResponse>>[],
): PanelRoute[] => routes.map((route) => ({ ...route, section, access }));

/** Every route of the panel; the matrix test has a row for each. A path with a word comes before one with `:id` in its place. */
export const routes: readonly PanelRoute[] = [
  { ...get('/login', showLogin), access: 'public' },
  { ...post('/login', submitPassword), access: 'public' },
  { ...post('/login/tenant', chooseTenant), access: 'public' },
  { ...post('/login/code', submitCode), access: 'public' },
  { ...get('/forgotten', forgottenPage), access: 'public' },
  { ...post('/forgotten', sendForgotten), access: 'public' },
  { ...get('/link/:token', showLink), access: 'public' },
  { ...post('/link', submitLink), access: 'public' },
  { ...get('/shared/:token', sharedOrder), access: 'public' },
  { ...post('/logout', logOut), access: 'public' },
  { ...post('/language', chooseLanguage), access: 'public' },
  ...tab('home', 'session', [get('/', home)]),
  ...tab('home', 'resend', [post('/problems/solve', solveProblem), post('/problems/reopen', reopenProblem)]),
  ...tab(undefined, 'session', [get('/search', searchPage)]),
  ...tab('account', 'session', [
    get('/account', accountPage),
    post('/account/alerts', saveEmailPreferences),
    post('/account/password', changePassword),
    post('/account/sessions/end', logOutEverywhere),
    post('/account/sessions/:id/end', endSession),
    post('/account/name', changeName),
    stepUp(post('/account/email', changeEmail)),
    beforeFactor(get('/account/second-factor', factorPage)),
    beforeFactor(stepUp(post('/account/second-factor', beginOwnFactor))),
    beforeFactor(post('/account/second-factor/confirm', confirmOwnFactor)),
    stepUp(post('/account/second-factor/codes', renewCodes)),
    stepUp(post('/account/second-factor/remove', removeOwnFactor)),
  ]),
  ...tab('team', 'users', [
    get('/team', teamPage),
    get('/team/invite', inviteForm),
    stepUp(post('/team/invite', sendInvitation)),
    stepUp(post('/team/invitations/:id/resend', resendInvitation)),
    stepUp(post('/team/invitations/:id/revoke', revokeInvitation)),
    get('/team/second-factor', confirmRequired),
    stepUp(post('/team/second-factor', switchRequired)),
    get('/team/:id', withMember(memberPage)),
    stepUp(post('/team/:id/role', withMember(changeRole))),
    stepUp(post('/team/:id/password-link', withMember(linkForPassword))),
    stepUp(post('/team/:id/second-factor', withMember(resetFactor))),
    get('/team/:id/remove', withMember(confirmRemove)),
    stepUp(post('/team/:id/remove', withMember(removeMember))),
  ]),
  ...tab('alerts', 'session', [get('/alerts', alertsPage)]),
  ...tab('audit', 'session', [get('/audit', auditPage)]),
  ...tab('apiKeys', 'api_keys', [
    stepUp(post('/keys', createKey)),
    get('/keys/new', newKeyForm),
    get('/keys/:id/successor', withKey(successorForm)),
    stepUp(post('/keys/:id/successor', withKey(createSuccessor))),
    get('/connect', connectForm),
    stepUp(post('/connect', connect)),
    get('/connect/:id', withKey(progressPage)),
  ]),
  ...tab('apiKeys', 'revoke_keys', [
    get('/keys', keyList),
    get('/keys/:id', withKey(keyPage)),
    get('/keys/:id/deactivate', withKey(confirmRevoke('deactivate'))),
    post('/keys/:id/deactivate', revoke('deactivate')),
    get('/keys/:id/delete', withKey(confirmRevoke('delete'))),
    post('/keys/:id/delete', revoke('delete')),
  ]),
  ...tab('requests', 'requests', [get('/requests', requestLog)]),
  ...tab('webhooks', 'webhooks', [
    get('/webhooks', endpointList),
    stepUp(post('/webhooks', create)),
    get('/webhooks/new', newPage),
    get('/webhooks/:id', withEndpoint(endpointPage)),
    get('/webhooks/:id/edit', withEndpoint(editPage)),
    stepUp(post('/webhooks/:id/edit', withEndpoint(edit))),
    stepUp(post('/webhooks/:id/activate', withEndpoint(switchTo(true)))),
    post('/webhooks/:id/deactivate', withEndpoint(switchTo(false))),
    get('/webhooks/:id/recover', withEndpoint(recoverPage)),
    post('/webhooks/:id/recover', withEndpoint(recover)),
    post('/webhooks/:id/recoveries/:recovery/stop', withEndpoint(stop)),
    stepUp(post('/webhooks/:id/secret', withEndpoint(reveal))),
    get('/webhooks/:id/rotate', withEndpoint(rotatePage)),
    stepUp(post('/webhooks/:id/rotate', withEndpoint(rotate))),
    post('/webhooks/:id/test', withEndpoint(sendTest)),
    get('/webhooks/:id/tests/:event', withEndpoint(testPage)),
    get('/webhooks/:id/verify', withEndpoint(verifyPage)),
    get('/webhooks/:id/delete', withEndpoint(deletePage)),
    post('/webhooks/:id/delete', withEndpoint(remove)),
  ]),
  ...tab('deliveries', 'resend', [
    get('/deliveries/recover', showRange),
    post('/deliveries/recover', startRange),
    get('/deliveries/recoveries/:endpoint/:id', showProgress),
    post('/deliveries/recoveries/:endpoint/:id/stop', stopRange),
    post('/deliveries/resend', resendSelected),
    post('/deliveries/:id/resend', resendOne),
  ]),
  ...tab('deliveries', 'deliveries', [
    get('/orders/:id', orderPage),
    post('/orders/:id/share', shareOrder),
    get('/events/:id', eventPage),
    get('/deliveries', deliveryList),
    get('/deliveries/live', liveList),
    post('/deliveries/:id/curl', copyAsCurl),
    get('/deliveries/:id/body', showBody),
  ]),
];
