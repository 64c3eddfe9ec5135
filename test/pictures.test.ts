/** Pictures are files of our own store, wherever a call takes one: a foreign address would tell its owner who looks at what, and when. */
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import type { z } from 'zod';
import { contract } from '#contract/index.ts';
import type { Route } from '#contract/http.ts';

const FOREIGN = [
  'https://evil.example/x.png',
  '//evil.example/x.png',
  'data:image/png;base64,iVBORw0KGgo=',
  '/admin/sys-file/files/../../x.png',
];
const OWN = '/admin/sys-file/files/3b241101-e2bb-4255-8caf-4136c566a962.png';
const PICTURE = /(avatar|logo|images?|pictures?|photos?|^signature|^src)$/i;

/** Fields of such a name that are something else. */
const OTHER: Record<string, string> = {
  'embedded.frame src': 'the page to embed, compared with the list of the institution',
  'serviceProjects.create requiresPhoto': 'whether one is asked for',
  'serviceProjects.update requiresPhoto': 'whether one is asked for',
  'deviceIntegrations.create signature': 'how deliveries are signed',
  'deviceIntegrations.update signature': 'how deliveries are signed',
  'familyTickets.write pictures': 'names of the uploads of this link, looked up there',
  'familyTickets.answer pictures': 'names of the uploads of this link, looked up there',
};

interface Definition {
  shape?: Record<string, z.ZodType>;
  innerType?: z.ZodType;
  in?: z.ZodType;
  options?: z.ZodType[];
  element?: z.ZodType;
  items?: z.ZodType[];
  valueType?: z.ZodType;
  getter?: () => z.ZodType;
}

/** Every field of a schema at any depth, with its name. */
function fieldsOf(schema: z.ZodType, seen = new Set<z.ZodType>()): [string, z.ZodType][] {
  if (seen.has(schema) || seen.size > 2000) return [];
  seen.add(schema);
  const {
    shape = {},
    innerType,
    in: first,
    options = [],
    element,
    items = [],
    valueType,
    getter,
  } = schema._zod.def as unknown as Definition;
  const parts = [innerType, first, element, valueType, getter?.(), ...options, ...items].filter((part) => part !== undefined);
  return [
    ...Object.entries(shape).flatMap(([name, field]): [string, z.ZodType][] => [[name, field], ...fieldsOf(field, seen)]),
    ...parts.flatMap((part) => fieldsOf(part, seen)),
  ];
}

const fields = (Object.entries(contract) as [string, Record<string, Route>][]).flatMap(([service, routes]) =>
  Object.entries(routes).flatMap(([call, { input }]) =>
    fieldsOf(input)
      .filter(([name]) => PICTURE.test(name))
      .map(([name, field]) => ({ name: `${service}.${call} ${name}`, field })),
  ),
);
const takes = (field: z.ZodType, value: string) => field.safeParse(value).success || field.safeParse([value]).success;

describe('every field of a picture', () => {
  it('takes a file of our own store and refuses every other address', () => {
    const pictures = fields.filter(({ name }) => !OTHER[name]);
    for (const known of [
      'people.update avatar',
      'tenants.update logo',
      'products.create images',
      'questionnaireItems.create image',
      'questionnaireItems.create src',
    ])
      assert.ok(
        pictures.some(({ name }) => name === known),
        known,
      );
    for (const { name, field } of pictures) {
      assert.ok(takes(field, OWN), name);
      for (const address of FOREIGN) assert.equal(takes(field, address), false, `${name} takes ${address}`);
    }
  });

  it('and nothing else is named like one, but for what is known', () => {
    const named = new Set(fields.map(({ name }) => name));
    assert.deepEqual(
      Object.keys(OTHER).filter((name) => !named.has(name)),
      [],
    );
  });
});
