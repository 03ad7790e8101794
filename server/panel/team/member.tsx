import type { UserActor } from '../../accounts/audit/actor.ts';
import { covers, isRole, roleOf } from '../../accounts/staff/rules/roles.ts';
import * as team from '../../accounts/staff/team.ts';
import { findMember, type User } from '../../accounts/staff/users.ts';
import type { Transaction } from '../../db/querier.ts';
import { Details, Form, LinkButton, PostButton, Time } from '../kit/index.ts';
import { passOn } from '../login/pass-on.tsx';
import { words as loginWords, waitText } from '../login/words.ts';
import { readId } from '../request/form.ts';
import { confirmPage, messagePage } from '../request/message-page.tsx';
import { notFound, type PanelRequest, type PanelResponse, page, redirect } from '../request/route.ts';
import { useRequest } from '../request/use-request.ts';
import { RoleField } from './role-field.tsx';
import { words } from './words.ts';

const TEAM = '/panel/team';

/** A route of one colleague. Another tenant's id is an unknown one. */
export const withMember =
  (handle: (request: PanelRequest, member: User) => Promise<PanelResponse>) =>
  async (request: PanelRequest): Promise<PanelResponse> => {
    const { params, db, tenant } = request;
    const id = readId(params.id);
    const member = id === undefined ? undefined : await findMember(db, { tenantId: tenant.id, id });
    return member ? handle(request, member) : notFound();
  };

export async function memberPage(
  request: PanelRequest,
  member: User,
  roleError?: string,
): Promise<PanelResponse> {
  const { locale, user } = request;
  const text = words[locale];
  const { name, email, permissions, lastLoginAt, secondFactor } = member;
  const mayChange = member.id !== user.id && covers(user.permissions, permissions);
  return page(
    { title: name || email, status: roleError === undefined ? 200 : 422, heading: {} },
    <Details
      of={{
        [text.email]: email,
        [text.role]: text[roleOf(permissions)],
        [text.lastLogin]: <Time at={lastLoginAt} none={text.never} />,
        [text.factor]: secondFactor ? text.on : text.off,
        [text.status]: member.disabled ? text.disabled : undefined,
      }}
    />,
    mayChange ? <Changes member={member} roleError={roleError} /> : <p>{text.forbiddenText}</p>,
    <div class="actions">
      <LinkButton href={TEAM}>{text.back}</LinkButton>
    </div>,
  );
}

interface ChangesProps {
  readonly member: User;
  readonly roleError: string | undefined;
}

function Changes({ member, roleError }: ChangesProps) {
  const { locale, user } = useRequest();
  const text = words[locale];
  const home = `${TEAM}/${member.id}`;
  return (
    <>
      <section>
        <h2>{text.changeRole}</h2>
        <Form action={`${home}/role`} errors={{ role: roleError }} submit={text.changeRole}>
          <RoleField own={user.permissions} chosen={roleOf(member.permissions)} />
        </Form>
      </section>
      {member.disabled ? null : (
        <section>
          <h2>{text.password}</h2>
          <p>{text.passwordText}</p>
          <PostButton action={`${home}/password-link`}>{text.passwordLink}</PostButton>
        </section>
      )}
      {member.secondFactor ? (
        <section>
          <h2>{text.factorTitle}</h2>
          <p>{text.factorText}</p>
          <PostButton action={`${home}/second-factor`}>{text.factorReset}</PostButton>
        </section>
      ) : null}
      <section>
        <h2>{text.remove}</h2>
        <LinkButton href={`${home}/remove`}>{text.remove}</LinkButton>
      </section>
    </>
  );
}

export async function changeRole(request: PanelRequest, member: User): Promise<PanelResponse> {
  const { form, locale } = request;
  const text = words[locale];
  const role = form.text('role');
  if (!isRole(role)) return memberPage(request, member, text.roleWrong);
  return change(request, (tx, manager) => team.changeRole(tx, manager, member, role), text.roleChanged);
}

export async function confirmRemove({ locale }: PanelRequest, member: User): Promise<PanelResponse> {
  const text = words[locale];
  const title = text.removeTitle(member.name || member.email);
  const home = `${TEAM}/${member.id}`;
  return confirmPage(
    { title, action: `${home}/remove`, confirm: text.remove, cancel: home },
    <p>{member.email}</p>,
    <p>{text.removeText}</p>,
  );
}

export const removeMember = (request: PanelRequest, member: User): Promise<PanelResponse> =>
  change(
    request,
    (tx, manager) => team.removeMember(tx, manager, member),
    words[request.locale].removed(member.email),
  );

export const resetFactor = (request: PanelRequest, member: User): Promise<PanelResponse> =>
  change(
    request,
    (tx, manager) => team.resetSecondFactor(tx, manager, member),
    words[request.locale].factorIsReset,
  );

/** What a colleague's change leads to. */
async function change(
  request: PanelRequest,
  make: (tx: Transaction, manager: UserActor) => Promise<boolean | team.Refused>,
  notice: string,
): Promise<PanelResponse> {
  const result = await request.db.transaction((tx) => make(tx, request.actor));
  return result === true ? redirect(TEAM, notice) : refusedPage(request, result);
}

export async function linkForPassword(request: PanelRequest, member: User): Promise<PanelResponse> {
  const { db, actor, user, tenant, locale, deps } = request;
  const text = words[locale];
  const link = loginWords[locale];
  const wait = await deps.attempts.take('mail', String(tenant.id));
  if (wait > 0) return forbiddenPage(request, 429, text.mailThrottled(waitText(locale, wait)));
  const made = await db.transaction((tx) => team.linkForPassword(tx, actor, member));
  if (made === 'gone' || made === 'forbidden') return refusedPage(request, made);
  return passOn(request, {
    token: made.token,
    to: made.email,
    subject: link.password_reset_title(tenant.name),
    sentences: [text.passwordSentence(user.name || user.email, tenant.name), text.passwordValid],
    label: link.resetLabel,
    next: `${TEAM}/${member.id}`,
    sent: text.passwordSent(made.email),
  });
}

const refusedPage = (request: PanelRequest, result: boolean | team.Refused): PanelResponse =>
  result === 'forbidden' ? forbiddenPage(request, 403, words[request.locale].forbiddenText) : notFound();

function forbiddenPage({ locale }: PanelRequest, status: number, sentence: string): PanelResponse {
  const { forbidden: title, back } = words[locale];
  return messagePage({ title, status, link: [TEAM, back] }, <p>{sentence}</p>);
}
