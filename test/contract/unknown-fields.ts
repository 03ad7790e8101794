/** Copies of a body, each with an unknown field in another of its objects, and the pointer to that field. */
export function withUnknownFields(body: unknown, pointer = '#'): { pointer: string; body: unknown }[] {
  if (typeof body !== 'object' || body === null) return [];
  const inside = Object.entries(body)
    .filter(([name]) => name !== 'metadata') // clients choose its field names
    .flatMap(([name, value]) =>
      withUnknownFields(value, `${pointer}/${name}`).map((found) => ({
        ...found,
        body: replaced(body, name, found.body),
      })),
    );
  return Array.isArray(body)
    ? inside
    : [{ pointer: `${pointer}/no_such_field`, body: { ...body, no_such_field: 1 } }, ...inside];
}

function replaced(body: object, name: string, value: unknown): unknown {
  return Array.isArray(body) ? body.with(Number(name), value) : { ...body, [name]: value };
}
