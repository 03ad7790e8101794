import { MAX_PASSWORD_CHARACTERS, MIN_PASSWORD_CHARACTERS } from '../../accounts/staff/password.ts';
import { type Locale, TextField, useLocale } from '../kit/index.ts';
import type { VisitorRequest } from '../request/route.ts';
import type { ProofProblem } from './second-factor.tsx';
import { waitText, words } from './words.ts';

interface Owner {
  readonly tenantId: number;
  readonly id: number;
  readonly email: string;
}

/** Whoever found an open browser must not get at the password by guessing. Undefined if it's right. */
export async function passwordProblem(
  { deps, locale, address: network, signal }: VisitorRequest,
  { tenantId, id, email }: Owner,
  password: string,
): Promise<ProofProblem | undefined> {
  const text = words[locale];
  if (password === '') return { kind: 'missing', status: 422, text: text.ownMissing };
  const device = `user-${tenantId}-${id}`;
  const result = await deps.passwords.check({ email, password, network, device, signal });
  if (result.kind === 'busy') return { kind: 'busy', status: 503, text: text.busy };
  if (result.kind === 'throttled')
    return { kind: 'throttled', status: 429, text: text.ownThrottled(waitText(locale, result.waitSeconds)) };
  const isOwn = result.matching.some((each) => each.tenantId === tenantId && each.id === id);
  return isOwn ? undefined : { kind: 'wrong', status: 422, text: text.ownWrong };
}

/** What's wrong with a new password. */
export function newPasswordError(locale: Locale, password: string): string | undefined {
  const { length } = [...password];
  if (length < MIN_PASSWORD_CHARACTERS) return words[locale].tooShort(MIN_PASSWORD_CHARACTERS);
  if (length > MAX_PASSWORD_CHARACTERS) return words[locale].tooLong(MAX_PASSWORD_CHARACTERS);
  return undefined;
}

/** Password managers keep the new password under the address, which the field before it has. */
export function NewPassword({ email }: { readonly email: string }) {
  const text = words[useLocale()];
  return (
    <>
      <input type="hidden" name="username" autocomplete="username" value={email} />
      <TextField
        name="next"
        label={text.next}
        type="password"
        hint={text.nextHint(MIN_PASSWORD_CHARACTERS)}
        input={{ required: true, autocomplete: 'new-password', maxLength: 2 * MAX_PASSWORD_CHARACTERS }}
      />
    </>
  );
}
