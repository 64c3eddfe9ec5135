/** What is known of dishes: categories, allergens, textures and diets, and what the records of a person say of them. Pure. */

export const dishCategories = {
  staple: '主食',
  meat: '荤菜',
  vegetable: '素菜',
  soup: '汤',
  porridge: '粥点',
  fruit: '水果',
  extra: '加餐',
} as const;
export type DishCategory = keyof typeof dishCategories;
export const dishCategoryNames = Object.keys(dishCategories) as [DishCategory, ...DishCategory[]];

export const dishStateLabels: Readonly<Record<number, string>> = { 0: '供应', 1: '停用' };

export const allergens = {
  gluten: '麸质',
  crustaceans: '虾蟹',
  eggs: '蛋类',
  fish: '鱼类',
  peanuts: '花生',
  soy: '大豆',
  milk: '奶类',
  nuts: '坚果',
  celery: '芹菜',
  mustard: '芥末',
  sesame: '芝麻',
  sulphites: '亚硫酸盐',
  lupin: '羽扇豆',
  molluscs: '贝类',
} as const;
export type Allergen = keyof typeof allergens;
export const allergenNames = Object.keys(allergens) as [Allergen, ...Allergen[]];

/** From the firmest to the thinnest; `iddsi` is the level of the international scale. */
export const textures = {
  regular: { label: '普食', iddsi: 7 },
  soft: { label: '软食', iddsi: 6 },
  minced: { label: '碎食', iddsi: 5 },
  pureed: { label: '糊状', iddsi: 4 },
  liquid: { label: '流质', iddsi: 3 },
} as const;
export type Texture = keyof typeof textures;
export const textureNames = Object.keys(textures) as [Texture, ...Texture[]];

/** What a dish has to suit beside the ordinary diet. */
export const diets = {
  low_salt: '低盐',
  low_sugar: '糖尿病',
  low_fat: '低脂',
  low_purine: '低嘌呤',
  halal: '清真',
  vegetarian: '素食',
} as const;
export type Diet = keyof typeof diets;
export const dietNames = Object.keys(diets) as [Diet, ...Diet[]];

/** Other words of an allergy for an allergen. */
const ALLERGEN_WORDS: Readonly<Record<Allergen, readonly string[]>> = {
  gluten: ['麸质', '小麦', '面粉', '面筋', '麦'],
  crustaceans: ['虾', '蟹', '甲壳', '海鲜', '水产'],
  eggs: ['鸡蛋', '蛋类', '鸭蛋', '禽蛋', '蛋清', '蛋黄'],
  fish: ['鱼', '海鲜', '水产'],
  peanuts: ['花生'],
  soy: ['大豆', '黄豆', '豆制品', '豆类', '豆腐'],
  milk: ['奶', '乳'],
  nuts: ['坚果', '核桃', '杏仁', '腰果', '榛子', '开心果'],
  celery: ['芹菜'],
  mustard: ['芥末', '芥菜'],
  sesame: ['芝麻'],
  sulphites: ['亚硫酸'],
  lupin: ['羽扇豆'],
  molluscs: ['贝', '蛤', '牡蛎', '鱿鱼', '海鲜', '水产'],
};

const ALLERGY = /过敏|不耐受/;

/** What the flags of a person say of allergies: known allergens, and the words of others, as 芒果 of 芒果过敏. */
export function allergiesOf(flags: readonly string[]): { allergens: Allergen[]; words: string[] } {
  const found = new Set<Allergen>();
  const words: string[] = [];
  for (const flag of flags) {
    if (!ALLERGY.test(flag)) continue;
    const known = allergenNames.filter((name) => ALLERGEN_WORDS[name].some((word) => flag.includes(word)));
    known.forEach((name) => found.add(name));
    const word = flag.replace(/(严重)?对?(.*?)(食物)?(过敏|不耐受).*/, '$2').trim();
    if (known.length === 0 && word !== '') words.push(word);
  }
  return { allergens: allergenNames.filter((name) => found.has(name)), words };
}

const TEXTURE_WORDS: readonly (readonly [RegExp, Texture])[] = [
  [/半流|糊|匀浆|泥/, 'pureed'],
  [/流质|流食/, 'liquid'],
  [/碎|切细/, 'minced'],
  [/软/, 'soft'],
];

const DIET_WORDS: readonly (readonly [RegExp, Diet])[] = [
  [/低盐/, 'low_salt'],
  [/糖尿病|低糖|无糖/, 'low_sugar'],
  [/低脂/, 'low_fat'],
  [/低嘌呤|痛风/, 'low_purine'],
  [/清真/, 'halal'],
  [/素食|全素/, 'vegetarian'],
];

/** Who is fed by a tube gets no dishes. */
const TUBE = /鼻饲|管饲/;

export interface Diner {
  tube: boolean;
  texture: Texture;
  diets: Diet[];
  allergens: Allergen[];
  /** Allergies of which no allergen is known: a dish with the word in its name is not served. */
  words: string[];
}

/**
 * What may be served to a person. `meal` is the word of the dictionary for the kind of meals, null for none; a texture that was
 * arranged counts before it, diets add up; `flags` are those of the person.
 */
export function dinerOf(
  meal: string | null,
  arranged: { texture: Texture | null; diets: readonly Diet[] },
  flags: readonly string[],
): Diner {
  const said = meal ?? '';
  const dietFlags = flags.filter((flag) => /饮食|餐|食$/.test(flag)).join('、');
  const wanted = new Set<Diet>(arranged.diets);
  for (const [word, diet] of DIET_WORDS) if (word.test(said) || word.test(dietFlags)) wanted.add(diet);
  return {
    tube: TUBE.test(said) || flags.some((flag) => TUBE.test(flag)),
    texture: arranged.texture ?? TEXTURE_WORDS.find(([word]) => word.test(said))?.[1] ?? 'regular',
    diets: dietNames.filter((name) => wanted.has(name)),
    ...allergiesOf(flags),
  };
}
