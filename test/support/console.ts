import { OPERATOR } from '../../server/accounts/audit/actor.ts';
import { choosePassword, completeEnrolment } from '../../server/accounts/operators/enrolment.ts';
import { createOperator, operatorFactor } from '../../server/accounts/operators/operators.ts';
import { pendingKey } from '../../server/accounts/second-factor/store.ts';
import { CHEAP_HASH, PASSWORD, Visitor, type VisitorOptions } from './panel.ts';
import { codeOf } from './people.ts';
import type { TestEnvironment } from './test-environment.ts';

export interface TestOperator {
  readonly id: number;
  readonly email: string;
  /** Of the app, in hex. */
  readonly key: string;
}

let created = 0;

/** An operator who has used the link, with the code of the step before: that of now is left for a login. */
export async function addOperator({
  context: { db, box },
}: Pick<TestEnvironment, 'context'>): Promise<TestOperator> {
  created += 1;
  const email = `eva.${created}@tradepost.example`;
  const hash = await CHEAP_HASH();
  return db.transaction(async (tx) => {
    const { id, token } = await createOperator(tx, OPERATOR, { email, name: 'Eva Prado' });
    await choosePassword(tx, box, token, hash);
    const key = (await pendingKey(tx, box, operatorFactor({ id })))!.toString('hex');
    await completeEnrolment(tx, box, { token, code: codeOf(key, -1), nowMs: Date.now() });
    return { id, email, key };
  });
}

/** An operator who is logged in at the console. */
export async function openConsole(
  environment: TestEnvironment,
  options?: VisitorOptions,
): Promise<{ readonly operator: TestOperator; readonly visitor: Visitor }> {
  const operator = await addOperator(environment);
  const visitor = new Visitor(environment.consoleUrl, options);
  await visitor.post('/console/login', { email: operator.email, password: PASSWORD });
  const { status, location } = await visitor.post('/console/login/code', { code: codeOf(operator.key) });
  if (location !== '/console') throw new Error(`${operator.email} couldn't log in: ${status} ${location}`);
  return { operator, visitor };
}

/** As if the operators' logins had been longer ago than a confirmation lasts. */
export const ageConfirmations = ({ context: { db } }: TestEnvironment) =>
  db.query(
    "UPDATE panel.operator_sessions SET sess = jsonb_set(sess::jsonb, '{login,confirmedAt}', '1')::json",
    [],
  );
