import { roleOf } from '../../accounts/staff/rules/roles.ts';
import { resetFactor } from '../../accounts/staff/second-factor.ts';
import { deleteUser, endSessions } from '../../accounts/staff/user-changes.ts';
import { findMember, findUsers, type User, type UserKey } from '../../accounts/staff/users.ts';
import {
  Details,
  Empty,
  Hidden,
  LinkButton,
  Pages,
  SubmitButton,
  Table,
  TextField,
  Time,
} from '../kit/index.ts';
import { linkTo, readId } from '../request/form.ts';
import { type ConsoleRequest, notFound, type PanelResponse, page, redirect } from '../request/route.ts';
import { alreadySo, lastAction } from './already.tsx';
import { ask, readReason } from './reason.tsx';
import { tenantPath } from './tenants/state.tsx';
import { userColumns, userPath } from './user-columns.tsx';
import { words } from './words.ts';

const PAGE_SIZE = 50;
/** The tenant and the id of the last user of the page before. */
const POSITION = /^(\d{1,10})-(\d{1,10})$/;

function readAfter(text: string): { readonly tenantId: number; readonly id: number } | undefined {
  const [tenantId, id] = (POSITION.exec(text) ?? []).slice(1).map(readId);
  return tenantId && id ? { tenantId, id } : undefined;
}

/** Of all tenants: an address may have users in several. */
export async function userList({ db, query, locale }: ConsoleRequest): Promise<PanelResponse> {
  const text = words[locale];
  const [email, tenant] = [query.text('email'), query.text('tenant')];
  const after = readAfter(query.text('after'));
  const search = { tenantId: readId(tenant), email: email || undefined, after };
  const found = await findUsers(db, { ...search, limit: PAGE_SIZE + 1 });
  const users = found.slice(0, PAGE_SIZE);
  const last = found.length > PAGE_SIZE ? users.at(-1)! : undefined;
  const linkAfter = (position?: string) => linkTo('/console/users', { email, tenant, after: position });
  return page(
    { title: text.users, heading: { intro: text.usersIntro } },
    <form method="get" action="/console/users" class="request-search">
      <Hidden fields={{ tenant: tenant || undefined }} />
      <TextField
        name="email"
        label={text.email}
        hint={text.emailHint}
        type="search"
        value={email}
        input={{ spellcheck: false, autocomplete: 'off', maxLength: 254 }}
      />
      <SubmitButton>{text.search}</SubmitButton>
    </form>,
    users.length === 0 ? (
      <Empty title={text.nothingFound}>
        <p>
          <LinkButton href="/console/users">{text.allUsers}</LinkButton>
        </p>
      </Empty>
    ) : (
      <Table name="people" rows={users} keyOf={({ id }) => id} columns={userColumns(locale, true)} />
    ),
    <Pages
      by="id"
      newer={after ? linkAfter() : undefined}
      older={last && linkAfter(`${last.tenantId}-${last.id}`)}
    />,
  );
}

/** Calls a handler with the user of the path. */
export const withUser =
  (handle: (request: ConsoleRequest, user: User) => Promise<PanelResponse>) =>
  async (request: ConsoleRequest): Promise<PanelResponse> => {
    const [tenantId, id] = [readId(request.params.tenant), readId(request.params.id)];
    const user = tenantId && id ? await findMember(request.db, { tenantId, id }) : undefined;
    if (user) return handle(request, user);
    return tenantId && id ? deletedUser(request, { tenantId, id }) : notFound();
  };

async function deletedUser(request: ConsoleRequest, { tenantId, id }: UserKey): Promise<PanelResponse> {
  const last = await lastAction(request, { tenantId, targetId: id, actions: ['user.deleted'] });
  if (!last?.targetName) return notFound();
  return alreadySo(
    request,
    words[request.locale].deleteUserDone(last.targetName),
    last,
    tenantPath(tenantId),
  );
}

const CHANGES = { sessions: endSessions, factor: resetFactor, delete: deleteUser } as const;
type Change = keyof typeof CHANGES;

const changesOf = ({ secondFactor }: User): Change[] =>
  (Object.keys(CHANGES) as Change[]).filter((each) => each !== 'factor' || secondFactor);

export async function userPage({ locale }: ConsoleRequest, user: User): Promise<PanelResponse> {
  const text = words[locale];
  const { tenantId, email, name, permissions, lastLoginAt, secondFactor, disabled } = user;
  return page(
    { title: email, heading: {} },
    <Details
      of={{
        [text.name]: name || undefined,
        [text.tenant]: (
          <a class="filter-by" href={`/console/tenants/${tenantId}`}>
            {text.numbered(tenantId)}
          </a>
        ),
        [text.role]: text[roleOf(permissions)],
        [text.lastLogin]: <Time at={lastLoginAt} none={text.never} />,
        [text.factor]: secondFactor ? text.on : text.off,
        [text.status]: disabled ? text.disabled : undefined,
      }}
    />,
    <div class="actions start">
      {changesOf(user).map((each) => (
        <LinkButton
          key={each}
          href={`${userPath(user)}/${each}`}
          look={each === 'delete' ? 'danger' : undefined}
        >
          {text[`${each}UserDo`]}
        </LinkButton>
      ))}
    </div>,
  );
}

const changeOf = ({ params }: ConsoleRequest, user: User) =>
  changesOf(user).find((each) => each === params.change);

export async function askUserChange(
  request: ConsoleRequest,
  user: User,
  reason?: string,
): Promise<PanelResponse> {
  const change = changeOf(request, user);
  const text = words[request.locale];
  if (!change) return request.params.change === 'factor' ? withoutFactor(request, user) : notFound();
  return ask(request, {
    title: text[`${change}UserTitle`](user.email),
    text: text[`${change}UserText`],
    submit: text[`${change}UserDo`],
    cancel: userPath(user),
    errors: { reason },
  });
}

const withoutFactor = async (request: ConsoleRequest, user: User): Promise<PanelResponse> => {
  const { tenantId, id: targetId, email } = user;
  const last = await lastAction(request, { tenantId, targetId, actions: ['second_factor.removed'] });
  return alreadySo(request, words[request.locale].factorNone(email), last, userPath(user));
};

export async function changeUser(request: ConsoleRequest, user: User): Promise<PanelResponse> {
  const { db, locale } = request;
  const change = changeOf(request, user);
  const { actor, error } = readReason(request);
  if (!change || error !== undefined) return askUserChange(request, user, error);
  const done = await db.transaction<unknown>((tx) => CHANGES[change](tx, actor, user));
  if (done === false) return change === 'factor' ? withoutFactor(request, user) : redirect(userPath(user));
  const next = change === 'delete' ? `/console/tenants/${user.tenantId}` : userPath(user);
  return redirect(next, words[locale][`${change}UserDone`](user.email));
}
