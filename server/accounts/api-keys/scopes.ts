import { type Schemas, scopes } from '../../base/contract.ts';

export type Scope = Schemas['Scope'];

export const SCOPES: readonly Scope[] = scopes;
