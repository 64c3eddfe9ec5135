/** Dishes: a plain entity with a price in yuan on the wire. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { toFen } from '#contract/fields.ts';
import { dishes as routes } from '#contract/meals/dishes.ts';
import type { Context } from '../context.ts';
import { explaining } from '../db/constraints.ts';
import { conflict, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { contains, equals, reads, writes, type ListOf } from '../lists/crud.ts';
import type { Filter } from '../lists/columns.ts';
import { exporting } from '../transfers/exports.ts';
import { importing } from '../transfers/imports.ts';
import { dishImport, dishSheet } from './dishes-sheet.ts';

const has =
  (column: string): Filter<string> =>
  (_eb, value) =>
    sql`${sql.ref(column)} @> array[${value}]::text[]`;

const own = { table: 'dishes', noun: '菜品' } as const;
const fields = {
  name: 'name',
  category: 'category',
  allergens: 'allergens',
  textures: 'textures',
  diets: 'diets',
  energy: 'energy',
  protein: 'protein',
  salt: 'salt',
  photo: 'photo',
  remarks: 'remarks',
  status: 'status',
} as const;

const list: ListOf<typeof routes.page, 'dishes'> = {
  ...own,
  columns: {
    id: 'id',
    ...fields,
    category: () => sql`dishes.category`,
    allergens: () => sql`dishes.allergens`,
    textures: () => sql`dishes.textures`,
    diets: () => sql`dishes.diets`,
    protein: () => sql`dishes.protein::double precision`,
    salt: () => sql`dishes.salt::double precision`,
    price: () => sql`dishes.price_fen / 100.0::double precision`,
    version: 'version',
    createTime: 'created_at',
  },
  filters: {
    name: contains('name'),
    category: equals('category'),
    allergen: has('allergens'),
    texture: has('textures'),
    diet: has('diets'),
    status: equals('status'),
  },
  sorts: { name: 'name' },
};

const plain = writes({ ...own, fields: { ...fields, priceFen: 'price_fen' } });

const refusals = { dishes_name: conflict('已有同名的菜品') };
const IN_USE = {
  diet_plan_dishes_tenant_id_dish_id_fkey: refused('膳食计划中有该菜品，请改为停用'),
  food_samples_tenant_id_dish_id_fkey: refused('该菜品有留样记录，请改为停用'),
};

/** The price as the row has it; undefined leaves it. */
const priced = <I extends { price?: number | null | undefined }>({ price, ...rest }: I) => ({
  ...rest,
  priceFen: price === undefined || price === null ? price : toFen(price),
});

async function create(input: z.output<typeof routes.create.input>, context: Context): Promise<number> {
  const id = await explaining(refusals, plain.create(priced(input), context));
  await context.emit('dish.changed', { dishId: id });
  return id;
}

export const dishes: Handlers<typeof routes> = {
  ...reads(list),
  export: exporting(routes.export, dishSheet(list)),
  ...importing(routes, dishImport(create)),
  create,
  async update(input, context) {
    await explaining(refusals, plain.update(priced(input), context));
    await context.emit('dish.changed', { dishId: input.id });
    return true;
  },
  async remove(input, context) {
    await explaining(IN_USE, plain.remove(input, context));
    await context.emit('dish.changed', { dishId: input.id });
    return true;
  },
};
