/** The dishes of the demonstration's kitchens. */
import type { Allergen, Diet, DishCategory, Texture } from '#contract/meals/dishes.rules.ts';

export interface DemoDish {
  name: string;
  category: DishCategory;
  allergens: Allergen[];
  textures: Texture[];
  diets: Diet[];
  energy: number;
}

const FIRM: Texture[] = ['regular', 'soft'];
const MINCED: Texture[] = ['regular', 'soft', 'minced'];
const ANY: Texture[] = ['regular', 'soft', 'minced', 'pureed'];
const EVEN_LIQUID: Texture[] = ['regular', 'soft', 'minced', 'pureed', 'liquid'];

const LIGHT: Diet[] = ['low_salt', 'low_sugar', 'low_fat', 'low_purine', 'halal'];
const PLAIN: Diet[] = [...LIGHT, 'vegetarian'];

const of =
  (category: DishCategory, textures: Texture[], diets: Diet[]) =>
  (name: string, energy: number, ...allergens: Allergen[]): DemoDish => ({ name, category, allergens, textures, diets, energy });

const staple = of('staple', ANY, PLAIN);
const heavy = of('meat', FIRM, ['halal']);
const meat = of('meat', ANY, LIGHT);
const pork = of('meat', MINCED, ['low_salt', 'low_sugar']);
const vegetable = of('vegetable', ANY, PLAIN);
const crisp = of('vegetable', FIRM, PLAIN);
const soup = of('soup', EVEN_LIQUID, LIGHT);
const porridge = of('porridge', EVEN_LIQUID, PLAIN);
const fruit = of('fruit', ANY, PLAIN);
const sweet = of('extra', EVEN_LIQUID, ['low_salt', 'low_fat', 'low_purine', 'halal', 'vegetarian']);

export const demoDishes: readonly DemoDish[] = [
  staple('米饭', 230),
  staple('杂粮饭', 220),
  staple('馒头', 220, 'gluten'),
  staple('花卷', 230, 'gluten'),
  staple('烂面条', 200, 'gluten'),
  staple('南瓜发糕', 210, 'gluten', 'eggs'),
  staple('紫薯', 130),
  staple('玉米窝头', 200, 'gluten'),
  staple('葱油饼', 280, 'gluten'),
  staple('小笼包', 260, 'gluten', 'soy'),
  meat('清蒸鲈鱼', 150, 'fish'),
  meat('番茄龙利鱼', 160, 'fish'),
  meat('白灼虾仁', 110, 'crustaceans'),
  meat('蒸鸡蛋羹', 120, 'eggs'),
  meat('番茄炒蛋', 170, 'eggs'),
  meat('香菇蒸鸡', 210),
  meat('鸡肉丸子', 200),
  meat('萝卜炖牛肉', 260),
  meat('土豆烧鸡', 250),
  meat('冬瓜烩鸡丝', 160),
  pork('肉末蒸豆腐', 190, 'soy'),
  pork('肉末茄子', 210, 'soy'),
  pork('清炖狮子头', 300, 'eggs', 'soy'),
  pork('山药炒肉片', 210),
  pork('木耳肉丝', 200),
  heavy('宫保鸡丁', 320, 'peanuts', 'soy'),
  heavy('红烧带鱼', 280, 'fish', 'soy'),
  heavy('咖喱牛肉', 330, 'milk', 'gluten'),
  heavy('葱爆羊肉', 310, 'soy'),
  heavy('腰果虾仁', 290, 'nuts', 'crustaceans'),
  vegetable('清炒小白菜', 60),
  vegetable('蒜蓉西兰花', 70),
  vegetable('上汤娃娃菜', 60),
  vegetable('清炒冬瓜', 40),
  vegetable('蒸南瓜', 90),
  vegetable('烩丝瓜', 50),
  vegetable('家常豆腐', 160, 'soy'),
  vegetable('西葫芦炒木耳', 60),
  vegetable('胡萝卜土豆丝', 110),
  vegetable('素三鲜', 120, 'soy'),
  crisp('凉拌黄瓜', 40, 'sesame'),
  crisp('芹菜百合', 70, 'celery'),
  crisp('豆芽拌粉丝', 110, 'soy', 'sesame'),
  crisp('拌海带丝', 60, 'sesame'),
  soup('番茄蛋花汤', 60, 'eggs'),
  soup('冬瓜排骨汤', 110),
  soup('紫菜虾皮汤', 40, 'crustaceans'),
  soup('鲫鱼豆腐汤', 100, 'fish', 'soy'),
  soup('玉米胡萝卜汤', 70),
  soup('菌菇汤', 50),
  porridge('小米粥', 110),
  porridge('白米粥', 100),
  porridge('红枣山药粥', 140),
  porridge('燕麦牛奶粥', 150, 'milk', 'gluten'),
  porridge('皮蛋瘦肉粥', 160, 'eggs'),
  porridge('黑芝麻糊', 180, 'sesame'),
  fruit('香蕉', 90),
  fruit('苹果', 60),
  fruit('火龙果', 60),
  fruit('蒸梨', 70),
  sweet('酸奶', 100, 'milk'),
  sweet('无糖豆浆', 60, 'soy'),
  sweet('银耳羹', 90),
  sweet('藕粉', 110),
];
