import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { compileErrors } from './compile.ts';

const types = readFileSync(new URL('../../generated/sdk-types.ts', import.meta.url), 'utf8');
const bundle = JSON.parse(readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8')) as {
  components: { schemas: Record<string, { additionalProperties?: boolean }> };
};

const RENAMED: Record<string, string> = { Page: 'PageInfo' };
const declared = new Set([...types.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name]) => name!));
const schemas = Object.keys(bundle.components.schemas).filter((name) => declared.has(RENAMED[name] ?? name));
/** What a program sends has no other fields. */
const isInput = (name: string) => bundle.components.schemas[name]!.additionalProperties === false;
/**
 * Here openapi-typescript says which of several fields is required. The SDK has a plain interface, as it has for order lines:
 * an editor shows its fields, and the API refuses a body with none or two of them.
 */
const WIDER = ['CategoriesTarget', 'ProductsTarget', 'PromotionCreate', 'PromotionUpdate'];

const FILE = 'test/sdk/generated-types-program.ts';

/** `Exact` compares the names of the fields too, because an optional field can be missing unnoticed. */
const program = `
  import type { components } from '../../generated/openapi.ts';
  import type * as sdk from '../../generated/sdk-types.ts';
  type Contract = components['schemas'];
  type Assignable<From extends To, To> = [From, To];
  type Fields<T> = keyof NonNullable<T>;
  type Exact<A, B> = [Fields<A>, Fields<B>] extends [Fields<B>, Fields<A>] ? true : never;
  ${schemas
    .map((name, index) => {
      const own = `sdk.${RENAMED[name] ?? name}`;
      const contract = `NonNullable<Contract['${name}']>`;
      const pair = isInput(name) && !WIDER.includes(name) ? `${own}, ${contract}` : `${contract}, ${own}`;
      return `export type A${index} = Assignable<${pair}>; export const k${index}: Exact<${own}, ${contract}> = true;`;
    })
    .join('\n  ')}
`;

it("the SDK's types are those of the contract", { timeout: 600_000 }, () => {
  expect(schemas.length).toBeGreaterThan(90);
  expect(compileErrors({ [FILE]: program })[FILE]).toEqual([]);
});
