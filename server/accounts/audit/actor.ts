/** Who makes a change: a user of the panel, an operator at the command line, or the service by itself. */
export type Actor =
  | UserActor
  | {
      readonly type: 'operator';
      /** Who it is, for the audit of operators. Without it the change is in the tenant's audit alone. */
      readonly name?: string;
      /** For operators' eyes. */
      readonly reason?: string | undefined;
    }
  | { readonly type: 'system' };

export interface UserActor {
  readonly type: 'user';
  readonly userId: number;
  readonly email: string;
}

export const OPERATOR: Actor = { type: 'operator' };
export const SYSTEM: Actor = { type: 'system' };
