const RESOURCE = 'the example of "Add a resource" in CONTRIBUTING.md';
const PANEL_PAGE = 'the example of "Add a page" in the README of the panel';
const COMPILED = 'a program that a test compiles without writing it';
const RENAMED = 'a comment that has the former name';

/** Paths that texts name although they don't exist, each with the reason. */
export const EXCEPTIONS: ReadonlyMap<string, string> = new Map([
  ['server/trade/suppliers/store.ts', RESOURCE],
  ['server/trade/suppliers/resource.ts', RESOURCE],
  ['sdk/src/resources/suppliers.ts', RESOURCE],
  ['NNN-customer-nickname.ts', 'the example of "Add a field to a resource" in CONTRIBUTING.md'],
  ['coupons/words.ts', PANEL_PAGE],
  ['coupons/page.tsx', PANEL_PAGE],
  ['test/panel/coupons.test.ts', PANEL_PAGE],
  ['test/panel/first-call.ts', COMPILED],
  ['test/panel/receiver.ts', COMPILED],
  ['test/sdk/declared.ts', COMPILED],
  ['test/sdk/editor-program.ts', COMPILED],
  ['test/sdk/generated-types-program.ts', COMPILED],
  ['test/sdk/webhooks/preamble.ts', COMPILED],
  ['app/hooks/route.ts', 'where a Next application has its route'],
  ['server/audit/groups.ts', RENAMED],
]);

/** Files whose strings are programs and paths of a repository that doesn't exist. */
export const MADE_UP: readonly string[] = [
  'test/contract/commands.test.ts',
  'test/contract/paths/paths.test.ts',
  'test/programs/trace/trace.test.ts',
];
