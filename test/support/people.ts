import { codeAt, stepAt } from '../../server/accounts/second-factor/rules/totp.ts';
import { findFactor, pendingKey } from '../../server/accounts/second-factor/store.ts';
import { ROLES, type Role } from '../../server/accounts/staff/rules/roles.ts';
import { factorOf } from '../../server/accounts/staff/users.ts';
import { addUser, loggedIn, type PanelReply, type TestUser, type Visitor } from './panel.ts';
import type { TestEnvironment } from './test-environment.ts';

/** A tenant with a person in this role, who is logged in. */
export async function openTeam(
  environment: TestEnvironment,
  role: Role = 'owner',
): Promise<{ tenantId: number; user: TestUser; visitor: Visitor }> {
  const { tenantId } = await environment.tenant({ name: 'Torrefação Serra Alta' });
  const user = await addRole(environment, tenantId, role);
  return { tenantId, user, visitor: await loggedIn(environment.baseUrl, user) };
}

export const addRole = (environment: TestEnvironment, tenantId: number, role: Role): Promise<TestUser> =>
  addUser(environment, tenantId, { name: '', permissions: ROLES[role] });

/** The path of the link that a page or an e-mail shows. */
export const linkIn = (text: string): string => /\/panel\/link\/[\w-]{43}/.exec(text)![0];
export const tokenIn = (text: string): string => linkIn(text).split('/').at(-1)!;

/** The code that an app shows, a number of steps from now. */
export const codeOf = (key: string, steps = 0): string =>
  codeAt(Buffer.from(key, 'hex'), stepAt(Date.now()) + steps);

/** Switches the second factor on as a person does. Returns the app's key and the recovery codes. */
export async function setUpFactor(
  { context: { db, box } }: TestEnvironment,
  visitor: Visitor,
  user: TestUser,
): Promise<{ key: string; codes: string[]; reply: PanelReply }> {
  await visitor.post('/panel/account/second-factor');
  const key = (await pendingKey(db, box, factorOf(user)))!.toString('hex');
  // The code of the step before, so that the one of now is left for the test.
  const confirm = () => visitor.post('/panel/account/second-factor/confirm', { code: codeOf(key, -1) });
  const isOn = async () => (await findFactor(db, factorOf(user)))?.confirmed;
  let reply = await confirm();
  // It's refused if a step ends on the way.
  if (!(await isOn())) reply = await confirm();
  if (!(await isOn())) throw new Error(`no second factor: ${reply.status}`);
  return { key, codes: reply.text.match(/([A-Z2-7]{4}-){3}[A-Z2-7]{4}/g) ?? [], reply };
}

/** As if the user's logins had been longer ago than a confirmation lasts. */
export async function ageConfirmation({ context: { db } }: TestEnvironment, { id }: TestUser): Promise<void> {
  await db.query(
    `UPDATE panel.sessions SET sess = jsonb_set(sess::jsonb, '{login,confirmedAt}', '1')::json
     WHERE sess #>> '{login,userId}' = $1`,
    [String(id)],
  );
}
