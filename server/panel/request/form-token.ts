import { isFreshFormToken, newFormToken } from '../../accounts/staff/form-token.ts';
import type { VisitorRequest } from './route.ts';

/** For a hidden field `token` of a form that creates something; see accounts/staff/form-token.ts. */
export const newToken = ({ deps }: Pick<VisitorRequest, 'deps'>): string =>
  newFormToken(deps.nowMs(), deps.randomInt);

/** The token that a form was sent with. Undefined if it's made up, or the form was open for too long. */
export function sentToken({ form, deps }: Pick<VisitorRequest, 'form' | 'deps'>): string | undefined {
  const token = form.text('token');
  return isFreshFormToken(token, deps.nowMs()) ? token : undefined;
}
