import type { VNode } from 'preact';
import { listStoredSessions } from '../../accounts/staff/panel-sessions.ts';
import { type Column, PostButton, Status, Table, Time } from '../kit/index.ts';
import type { PanelRequest } from '../request/route.ts';
import { isOver, type LoginState, sessionName } from '../session/session.ts';
import { words } from './words.ts';

export interface ListedSession {
  readonly sid: string;
  readonly name: string;
  readonly login: LoginState;
}

/** The user's sessions that still open something, the latest use first. */
export async function listSessions({ db, user, session, deps }: PanelRequest): Promise<ListedSession[]> {
  const stored = await listStoredSessions<{ readonly login: LoginState }>(db, user);
  const { version } = session.login!;
  return stored
    .map(({ sid, session: { login } }) => ({ sid, name: sessionName(sid), login }))
    .filter(({ login }) => login.version === version && !isOver(login, deps.site, deps.nowMs()))
    .toSorted((a, b) => b.login.usedAt - a.login.usedAt);
}

const BROWSERS = [/Firefox/, /Edg(?=\/)/, /Chrome/, /Safari/];
const SYSTEMS = [/Android/, /iPhone|iPad/, /Windows/, /Mac OS X/, /Linux/];

/** Chrome · Android: enough to tell one's phone from one's computer. The order matters: each names itself after the others. */
export const agentText = (agent = ''): string =>
  [BROWSERS, SYSTEMS]
    .flatMap((names) => names.flatMap((name) => name.exec(agent)?.[0] ?? []).slice(0, 1))
    .join(' · ');

export async function sessionsSection(request: PanelRequest): Promise<VNode> {
  const { locale, session, format } = request;
  const text = words[locale];
  const columns: readonly Column<ListedSession>[] = [
    {
      title: text.browser,
      cell: ({ name, login }) => (
        <>
          {agentText(login.agent) || text.unknownBrowser}{' '}
          {name === session.name ? <Status tone="good">{text.thisSession}</Status> : null}
          <span class="second">{login.address}</span>
        </>
      ),
    },
    { title: text.loggedIn, label: true, cell: ({ login }) => <Time at={iso(login.startedAt)} /> },
    { title: text.lastUsed, label: true, cell: ({ login }) => <Time at={iso(login.usedAt)} as="relative" /> },
    {
      title: text.endSession,
      hidden: true,
      cell: ({ name, login }) =>
        name === session.name ? null : (
          <PostButton
            action={`/panel/account/sessions/${name}/end`}
            aria-label={`${text.endSession}: ${agentText(login.agent)}, ${format.relative(iso(login.usedAt))}`}
          >
            {text.endSession}
          </PostButton>
        ),
    },
  ];
  return (
    <section id="sessions">
      <h2>{text.sessionsTitle}</h2>
      <Table
        name="sessions"
        rows={await listSessions(request)}
        keyOf={({ name }) => name}
        columns={columns}
      />
      <p>{text.sessionsText}</p>
      <PostButton action="/panel/account/sessions/end">{text.endSessions}</PostButton>
    </section>
  );
}

const iso = (ms: number): string => new Date(ms).toISOString();
