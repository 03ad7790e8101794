import { namesNothing } from '../../base/formats/visible-text.ts';
import { ApiProblem, invalidReferences } from '../../base/problems/api-problem.ts';
import type { Querier } from '../../db/querier.ts';
import type { Reference } from './row-writer.ts';

type Named = Pick<Reference, 'field' | 'findIds'>;
type Fields = Readonly<Record<string, unknown>>;

/** The body, with our id in place of the integrator's. Throws the problem that there is no such row. */
export type WithOurIds = <Body>(body: Body) => Body;

/** In which a body names a row by the integrator's id: `category_external_id` for `category_id`. */
const externalField = (field: string): string => field.replace(/id$/, 'external_id');

/** Finds the rows that bodies name by external ids, all in one look-up. */
export async function readNamed(
  reference: Named | undefined,
  db: Querier,
  tenantId: number,
  bodies: readonly unknown[],
): Promise<WithOurIds> {
  if (!reference) return (body) => body;
  const name = externalField(reference.field);
  const names = new Set(bodies.flatMap((body) => (body as Fields)[name] ?? []) as string[]);
  const ids = names.size > 0 ? await reference.findIds(db, tenantId, [...names]) : undefined;
  return (body) => {
    const { [name]: given, ...rest } = body as Fields;
    if (given === undefined) return body;
    const id = given === null ? null : ids?.get(given as string);
    if (id !== undefined) return { ...rest, [reference.field]: id } as typeof body;
    const noun = reference.field.replace(/_id$/, '').replaceAll('_', ' ');
    const detail = namesNothing(`no ${noun} has this external id`, given);
    throw invalidReferences([{ pointer: `#/${name}`, code: 'invalid_reference', detail }]);
  };
}

/** A problem with the field, pointing at the one that the body has in its place. */
export function pointAsSent(field: string | undefined, sent: unknown, error: unknown): unknown {
  const name = externalField(field ?? '');
  if (!(error instanceof ApiProblem) || (sent as Fields | null)?.[name] === undefined) return error;
  const { code, message, options } = error;
  const isOfField = ({ pointer }: { readonly pointer?: string | undefined }) => pointer === `#/${field}`;
  if (!options.errors?.some(isOfField)) return error;
  const errors = options.errors.map((issue) =>
    isOfField(issue) ? { ...issue, pointer: `#/${name}` } : issue,
  );
  return new ApiProblem(code, message, { ...options, errors });
}
