// The contract's shapes under short names. Types only: nothing of the contract is there at run time.
import type { components, operations } from '../../generated/openapi.ts';

type Schemas = components['schemas'];

/**
 * Something that Tradepost answers. Enumerations stay open, because later versions may add values: a `switch` over
 * one needs a default branch to compile, and code that was built against today's values goes on working.
 */
export type Open<T> = T extends string
  ? string extends T
    ? T
    : T | (string & Record<never, never>)
  : T extends (infer Item)[]
    ? Open<Item>[]
    : T extends object
      ? { [Key in keyof T]: Open<T[Key]> }
      : T;

export type Output<Name extends keyof Schemas> = Open<Schemas[Name]>;

/** Something that Tradepost takes. Written out flat, so that an editor shows the fields and not how they are composed. */
export type Input<Name extends keyof Schemas> = { [Key in keyof Schemas[Name]]: Schemas[Name][Key] };

/** What a list is asked for. Undefined is as good as absent, also with exactOptionalPropertyTypes. */
export type Query<Operation extends keyof operations> = operations[Operation] extends {
  parameters: { query?: infer Sent };
}
  ? { [Name in keyof NonNullable<Sent>]: NonNullable<Sent>[Name] | undefined }
  : never;
