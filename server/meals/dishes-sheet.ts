/** Dishes as a spreadsheet, and dishes from one. */
import type { z } from 'zod';
import { titled } from '#contract/labels.ts';
import { dishLabels } from '#contract/meals/dishes.labels.ts';
import { allergens, diets, dishCategories, dishStateLabels, textures } from '#contract/meals/dishes.rules.ts';
import { dishes as routes, type Dish } from '#contract/meals/dishes.ts';
import type { Context } from '../context.ts';
import type { ListOf } from '../lists/crud.ts';
import { oneByOne, type Choices, type Import } from '../transfers/declarations.ts';
import { listOf, type Export } from '../transfers/exports.ts';

type Form = z.output<typeof routes.create.input>;

const words = (known: Readonly<Record<string, string>>, names: readonly string[]) => names.map((name) => known[name]).join('、');
const textureLabels = Object.fromEntries(Object.entries(textures).map(([name, { label }]) => [name, label]));

/** What the words of a cell stand for. */
const said = (known: Readonly<Record<string, string>>): Choices => new Map(Object.entries(known).map(([value, word]) => [word, value]));
const states: Choices = new Map(Object.entries(dishStateLabels).map(([value, word]) => [word, Number(value)]));
const all = (known: Readonly<Record<string, string>>) => `可填：${Object.values(known).join('、')}`;

export const dishSheet = (list: ListOf<typeof routes.page, 'dishes'>): Export<z.input<typeof Dish>> => ({
  name: '菜品',
  list: () => listOf(list),
  columns: titled(dishLabels, [
    { key: 'name', width: 18 },
    { key: 'category', value: ({ category }) => dishCategories[category], width: 8 },
    { key: 'allergens', value: (row) => words(allergens, row.allergens), width: 20 },
    { key: 'textures', value: (row) => words(textureLabels, row.textures), width: 20 },
    { key: 'diets', value: (row) => words(diets, row.diets), width: 20 },
    { key: 'energy', width: 10 },
    { key: 'protein', width: 10 },
    { key: 'salt', width: 8 },
    { key: 'price', width: 10 },
    { key: 'status', value: ({ status }) => dishStateLabels[status] ?? '', width: 8 },
    { key: 'remarks', width: 24 },
  ]),
});

/** Its columns have the words of the export, so that an exported sheet can be changed and taken in elsewhere. */
export const dishImport = (create: (form: Form, context: Context) => Promise<unknown>): Import<Form> => ({
  noun: '菜品',
  form: routes.create.input,
  unique: [['name']],
  save: oneByOne(create),
  columns: titled(dishLabels, [
    { key: 'name', required: true, example: '清蒸鲈鱼', hint: '机构内不重复', width: 18 },
    { key: 'category', required: true, choices: () => said(dishCategories), example: '荤菜', hint: all(dishCategories), width: 8 },
    { key: 'allergens', choices: () => said(allergens), several: true, example: '鱼类', hint: `没有则不填。${all(allergens)}`, width: 20 },
    {
      key: 'textures',
      required: true,
      choices: () => said(textureLabels),
      several: true,
      example: '普食、软食、碎食',
      hint: `厨房能做成的质地。${all(textureLabels)}`,
      width: 20,
    },
    { key: 'diets', choices: () => said(diets), several: true, example: '低盐、低脂', hint: all(diets), width: 20 },
    { key: 'energy', kind: 'number', example: '180', width: 10 },
    { key: 'protein', kind: 'number', example: '18.5', width: 10 },
    { key: 'salt', kind: 'number', example: '0.8', width: 8 },
    { key: 'price', kind: 'number', example: '18', width: 10 },
    { key: 'status', choices: () => states, example: '供应', hint: '不填为供应', width: 8 },
    { key: 'remarks', width: 24 },
  ]),
});
