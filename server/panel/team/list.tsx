import { type Invitation, listInvitations } from '../../accounts/staff/invitations.ts';
import { roleOf } from '../../accounts/staff/rules/roles.ts';
import { requireSecondFactor } from '../../accounts/staff/second-factor.ts';
import { listUsers, type User } from '../../accounts/staff/users.ts';
import { type Column, LinkButton, PostButton, Status, Table, Time } from '../kit/index.ts';
import { confirmPage } from '../request/message-page.tsx';
import { type PanelRequest, type PanelResponse, page, redirect } from '../request/route.ts';
import { words } from './words.ts';

const FACTOR = '/panel/team/second-factor';

export async function teamPage(request: PanelRequest): Promise<PanelResponse> {
  const { db, tenant, locale } = request;
  const text = words[locale];
  const invitations = await listInvitations(db, tenant.id);
  return page(
    {
      title: text.team,
      heading: {
        intro: text.intro,
        actions: (
          <LinkButton href="/panel/team/invite" look="primary">
            {text.invite}
          </LinkButton>
        ),
      },
    },
    <Table
      name="people"
      rows={await listUsers(db, tenant.id)}
      keyOf={({ id }) => id}
      columns={memberColumns(request)}
    />,
    invitations.length === 0 ? null : (
      <section>
        <h2>{text.invitations}</h2>
        <Table
          name="invitations"
          rows={invitations}
          keyOf={({ id }) => id}
          columns={invitationColumns(request)}
        />
      </section>
    ),
    <section>
      <h2>{text.factorTitle}</h2>
      <p>{tenant.secondFactorRequired ? text.factorRequired : text.factorOptional}</p>
      {tenant.secondFactorRequired ? (
        <PostButton action={FACTOR} fields={{ required: '' }}>
          {text.factorRelease}
        </PostButton>
      ) : (
        <LinkButton href={FACTOR}>{text.factorRequire}</LinkButton>
      )}
    </section>,
  );
}

function memberColumns({ locale, user: self }: PanelRequest): readonly Column<User>[] {
  const text = words[locale];
  return [
    {
      title: text.person,
      cell: ({ id, name, email, disabled }) => (
        <>
          <a href={`/panel/team/${id}`}>
            <bdi>{name || email}</bdi>
          </a>{' '}
          {id === self.id ? <span class="quiet">({text.you})</span> : null}
          {disabled ? <Status tone="quiet">{text.disabled}</Status> : null}
          {name === '' ? null : <span class="second break">{email}</span>}
        </>
      ),
    },
    { title: text.role, label: true, cell: ({ permissions }) => text[roleOf(permissions)] },
    {
      title: text.factor,
      label: true,
      class: 'factor',
      cell: ({ secondFactor }) =>
        secondFactor ? <Status tone="good">{text.on}</Status> : <Status tone="quiet">{text.off}</Status>,
    },
    { title: text.lastLogin, label: true, cell: (user) => <Time at={user.lastLoginAt} none={text.never} /> },
  ];
}

function invitationColumns({ locale }: PanelRequest): readonly Column<Invitation>[] {
  const text = words[locale];
  return [
    { title: text.email, class: 'break', cell: ({ email }) => email },
    { title: text.role, label: true, cell: ({ permissions }) => text[roleOf(permissions)] },
    {
      title: text.expires,
      label: true,
      cell: ({ expiresAt, expired }) =>
        expired ? <Status tone="warning">{text.expired}</Status> : <Time at={expiresAt} />,
    },
    {
      title: text.invite,
      hidden: true,
      cell: ({ id, email }) => (
        <div class="actions">
          {(['resend', 'revoke'] as const).map((step) => (
            <PostButton
              key={step}
              action={`/panel/team/invitations/${id}/${step}`}
              aria-label={`${text[step]}: ${email}`}
            >
              {text[step]}
            </PostButton>
          ))}
        </div>
      ),
    },
  ];
}

/** Whom it concerns: it shuts them out of every other page until they have a second factor. */
export async function confirmRequired({ db, tenant, user, locale }: PanelRequest): Promise<PanelResponse> {
  const text = words[locale];
  const without = (await listUsers(db, tenant.id)).filter(
    ({ secondFactor, disabled }) => !secondFactor && !disabled,
  );
  return confirmPage(
    {
      title: text.factorRequireTitle,
      action: FACTOR,
      fields: { required: 'yes' },
      confirm: text.factorRequire,
      cancel: '/panel/team',
    },
    <p>{without.length === 0 ? text.factorRequireNobody : text.factorRequireText(without.length)}</p>,
    without.some(({ id }) => id === user.id) ? <p>{text.factorRequireYou}</p> : null,
  );
}

export async function switchRequired({
  db,
  actor,
  tenant,
  form,
  locale,
}: PanelRequest): Promise<PanelResponse> {
  const required = form.text('required') === 'yes';
  await db.transaction((tx) => requireSecondFactor(tx, actor, tenant.id, required));
  return redirect('/panel/team', words[locale].saved);
}
