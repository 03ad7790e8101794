/** Who makes a change: a user of the panel, an operator at the command line, or the service by itself. */
export type Actor =
  | { readonly type: 'user'; readonly userId: number; readonly email: string }
  | {
      readonly type: 'operator';
      /** Who it is, for the audit of operators. Without it the change is in the tenant's audit alone. */
      readonly name?: string;
      /** For operators' eyes. */
      readonly reason?: string | undefined;
    }
  | { readonly type: 'system' };

export const OPERATOR: Actor = { type: 'operator' };
export const SYSTEM: Actor = { type: 'system' };
