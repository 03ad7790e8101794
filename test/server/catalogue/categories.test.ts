import { describe, expect, it } from 'vitest';
import { eventsOf } from '../../support/events.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();

it('creates a category with defaults, updates it field by field and deletes it', async () => {
  const { tp, tenantId } = await environment().tenant();
  const made = await tp.categories.create({ name: 'Cafés' });
  expect(made).toMatchObject({
    slug: 'cafes',
    external_id: null,
    parent_id: null,
    position: 0,
    metadata: {},
    version: 1,
    deleted_at: null,
  });
  const changed = await tp.categories.update(made.id, { name: 'Chás', position: 3, metadata: { a: 'b' } });
  expect(changed).toEqual({
    ...made,
    name: 'Chás',
    position: 3,
    metadata: { a: 'b' },
    version: 2,
    updated_at: changed.updated_at,
  });
  expect(await tp.categories.update(made.id, { name: 'Chás', metadata: { a: 'b' } })).toEqual(changed);
  await tp.categories.delete(made.id);
  await expect(tp.categories.get(made.id)).rejects.toMatchObject({ status: 404 });
  await expect(tp.categories.update(made.id, { position: 1 })).rejects.toMatchObject({ status: 404 });
  expect(await eventsOf(environment(), tenantId)).toEqual([]);
});

describe('a category slug', () => {
  it.each([
    ['Cafés & Chás', 'cafes-chas'],
    ['  --Ação / 2 in 1!  ', 'acao-2-in-1'],
    ['ﬁno', 'fino'],
    ['日本', 'category'],
    ['x'.repeat(100), 'x'.repeat(100)],
    ['ǆ'.repeat(100), 'dz'.repeat(55)],
  ])('is derived from the name: %s becomes %s', async (name, slug) => {
    const { tp } = await environment().tenant();
    expect((await tp.categories.create({ name })).slug).toBe(slug);
  });

  it('gets the next number only if it is taken', async () => {
    const { tp } = await environment().tenant();
    const slugs: string[] = [];
    for (const name of ['Cafés 2', 'Cafés', 'cafes', 'CAFÉS', 'Cafés 2'])
      slugs.push((await tp.categories.create({ name })).slug);
    expect(slugs).toEqual(['cafes-2', 'cafes', 'cafes-3', 'cafes-4', 'cafes-2-2']);
  });

  it('is unique when many categories of the same name are created at once', async () => {
    const { tp } = await environment().tenant();
    const made = await Promise.all(Array.from({ length: 12 }, () => tp.categories.create({ name: 'Novo' })));
    expect(new Set(made.map(({ slug }) => slug)).size).toBe(12);
  });

  it('can be set by the client, and is unique like external_id until its category is deleted', async () => {
    const { tp } = await environment().tenant();
    const first = await tp.categories.create({ name: 'A', slug: 'um', external_id: 'E' });
    const taken = (field: string) => ({
      status: 409,
      code: 'already_exists',
      errors: [{ pointer: `#/${field}` }],
    });
    await expect(tp.categories.create({ name: 'B', slug: 'um' })).rejects.toMatchObject(taken('slug'));
    await expect(tp.categories.create({ name: 'B', external_id: 'E' })).rejects.toMatchObject(
      taken('external_id'),
    );
    const other = await tp.categories.create({ name: 'B' });
    await expect(tp.categories.update(other.id, { slug: 'um' })).rejects.toMatchObject(taken('slug'));
    await tp.categories.delete(first.id);
    expect(await tp.categories.update(other.id, { slug: 'um', external_id: 'E' })).toMatchObject({
      slug: 'um',
      external_id: 'E',
    });
  });
});
