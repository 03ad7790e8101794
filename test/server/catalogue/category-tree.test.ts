import type { Category, Tradepost } from '@tradepost/sdk';
import { describe, expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { stocked } from '../../support/shop.ts';

const environment = sharedEnvironment();

/** Creates a chain of categories, each the parent of the next. */
async function branch(tp: Tradepost, length: number, parent_id: number | null = null): Promise<Category[]> {
  const made: Category[] = [];
  for (let depth = 1; depth <= length; depth += 1)
    made.push(
      await tp.categories.create({ name: `Nível ${depth}`, parent_id: made.at(-1)?.id ?? parent_id }),
    );
  return made;
}

const refusedAs = (code: string) => ({ status: 422, code, errors: [{ pointer: '#/parent_id', code }] });

describe('the category tree', () => {
  it('has at most five levels', async () => {
    const { tp } = await environment().tenant();
    const deepest = (await branch(tp, 5)).at(-1)!;
    await expect(branch(tp, 1, deepest.id)).rejects.toMatchObject(refusedAs('category_too_deep'));
    const [top] = await branch(tp, 2);
    await expect(tp.categories.update(top!.id, { parent_id: deepest.parent_id })).rejects.toMatchObject(
      refusedAs('category_too_deep'),
    );
    const moved = await tp.categories.update(deepest.id, { parent_id: null });
    expect(moved.parent_id).toBe(null);
    const { id: parent_id } = (await branch(tp, 3)).at(-1)!;
    expect((await tp.categories.update(top!.id, { parent_id })).parent_id).toBe(parent_id);
  });

  it('refuses to move a category below itself', async () => {
    const { tp } = await environment().tenant();
    const [top, middle, low] = await branch(tp, 3);
    for (const { id } of [top!, middle!, low!])
      await expect(tp.categories.update(top!.id, { parent_id: id })).rejects.toMatchObject(
        refusedAs('category_cycle'),
      );
    expect(await tp.categories.get(top!.id)).toEqual(top);
  });

  it('has no cycle after concurrent moves that are each valid alone', async () => {
    const { tp } = await environment().tenant();
    const all = await Promise.all([...'ABCDEFGH'].map((name) => tp.categories.create({ name })));
    const moves = all
      .flatMap(({ id }) => all.map((other) => [id, other.id] as const))
      .filter(([id, parent_id]) => id !== parent_id);
    const settled = await Promise.allSettled(
      moves.map(([id, parent_id]) => tp.categories.update(id, { parent_id })),
    );
    const refused = settled.flatMap((one) =>
      one.status === 'rejected' ? [one.reason as { status: number }] : [],
    );
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([422]));
    const parents = new Map((await tp.categories.list()).data.map(({ id, parent_id }) => [id, parent_id]));
    const levelOf = (id: number | null | undefined, level = 0): number =>
      id == null || level > 9 ? level : levelOf(parents.get(id), level + 1);
    expect(Math.max(...all.map(({ id }) => levelOf(id)))).toBeLessThanOrEqual(5);
  });

  it("refuses a parent that is deleted, unknown or another tenant's", async () => {
    const { tp } = await environment().tenant();
    const [foreign] = await branch((await environment().tenant()).tp, 1);
    const [deleted] = await branch(tp, 1);
    await tp.categories.delete(deleted!.id);
    const [own] = await branch(tp, 1);
    for (const parent_id of [foreign!.id, deleted!.id, 2_000_000_000]) {
      await expect(tp.categories.create({ name: 'X', parent_id })).rejects.toMatchObject(
        refusedAs('invalid_reference'),
      );
      await expect(tp.categories.update(own!.id, { parent_id })).rejects.toMatchObject(
        refusedAs('invalid_reference'),
      );
    }
  });
});

describe('deleting a category', () => {
  it('is refused while it contains products or categories', async () => {
    const { tp } = await environment().tenant();
    const [top, below] = await branch(tp, 2);
    const product = await stocked(tp, 0, { category_id: top!.id });
    const inUse = (detail: string) => ({
      status: 409,
      code: 'in_use',
      detail: expect.stringContaining(detail),
    });
    await expect(tp.categories.delete(top!.id)).rejects.toMatchObject(inUse('products and categories'));
    await tp.products.delete(product.id);
    await expect(tp.categories.delete(top!.id)).rejects.toMatchObject(inUse('categories'));
    await tp.categories.update(below!.id, { parent_id: null });
    await tp.categories.delete(top!.id);
    await tp.categories.delete(below!.id);
    expect((await tp.categories.list()).data).toEqual([]);
  });

  it('excludes adding a product to it at the same time: exactly one succeeds', async () => {
    const { tp } = await environment().tenant();
    for (let round = 0; round < 10; round += 1) {
      const [category] = await branch(tp, 1);
      const [put, removed] = await Promise.allSettled([
        stocked(tp, 0, { category_id: category!.id }),
        tp.categories.delete(category!.id),
      ]);
      expect([put.status, removed.status].sort()).toEqual(['fulfilled', 'rejected']);
    }
  });
});
