import { contract, type Schema } from './contract.ts';
import type { OperationId } from './fake-types.ts';

// What the service's rules take from the contract: service-rules.js is bundled with this in place of the service's own file.

export const { problems } = contract;
export const bundle = { components: { schemas: contract.schemas } };
export const CONSISTENCY_TOKEN = 'Consistency-Token';
export const columnNamesOf = (id: OperationId) => contract.operations[id].columns;

/** A row that no operation takes by itself has the path of its batch and this. */
const ROW = '#row';

export function pathItem(path: string): object {
  const here = Object.values(contract.operations).filter((each) => each.path === path.replace(ROW, ''));
  return Object.fromEntries(
    here.map(({ method, body }) => [
      method.toLowerCase(),
      body ? requestBody(schemaOf(body, path.endsWith(ROW))) : {},
    ]),
  );
}

const requestBody = (schema: Schema): object => ({
  requestBody: { content: { 'application/json': { schema } } },
});

/** Of a body, or of the rows in it. */
function schemaOf(body: string, isRow: boolean): Schema {
  if (!isRow) return { $ref: `#/components/schemas/${body}` };
  return contract.schemas[body]!.properties!.items!.items!['x-row']!;
}
