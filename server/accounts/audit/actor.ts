/** Who makes a change: a user of the panel, an operator at the command line, or the service by itself. */
export type Actor =
  | { readonly type: 'user'; readonly userId: number; readonly email: string }
  | { readonly type: 'operator' }
  | { readonly type: 'system' };

export const OPERATOR: Actor = { type: 'operator' };
export const SYSTEM: Actor = { type: 'system' };
