/** What a TypeScript type says of a value, as the compiler resolves it. */
import { SymbolFlags, TypeFlags, type Checker, type Type } from 'typescript/unstable/sync';
import type { Declared } from './compare.ts';
import type { Kind } from './shape.ts';

const DEEPEST = 5;
/** Classes of values; every other object is described by its properties. */
const CLASSES: Record<string, Kind> = { Date: 'date', Buffer: 'buffer', Uint8Array: 'buffer' };

const merged = <T>(one: T[] | undefined, other: T[] | undefined) => (one && other ? [...new Set([...one, ...other])] : undefined);

/** Literals of both, or undefined where one of them allows any value of the kind. */
function literals<T>(kind: Kind, one: Declared, other: Declared, of: (declared: Declared) => T[] | undefined): T[] | undefined {
  if (!one.kinds.includes(kind)) return of(other);
  return other.kinds.includes(kind) ? merged(of(one), of(other)) : of(one);
}

function eitherFields(one: Declared, other: Declared): Declared['fields'] {
  if (!one.fields || !other.fields) return one.fields ?? other.fields;
  const names = new Set([...Object.keys(one.fields), ...Object.keys(other.fields)]);
  return Object.fromEntries(
    [...names].map((name) => {
      const [left, right] = [one.fields![name], other.fields![name]];
      if (left && right) return [name, either(left, right)];
      return [name, { ...(left ?? right)!, optional: true }];
    }),
  );
}

/** What one of two types of a union says. */
function either(one: Declared, other: Declared): Declared {
  if (one.open || other.open)
    return { kinds: [], open: one.open ?? other.open!, ...(one.optional || other.optional ? { optional: true } : {}) };
  const items = one.items && other.items ? either(one.items, other.items) : (one.items ?? other.items);
  const fields = eitherFields(one, other);
  const strings = literals('string', one, other, (declared) => declared.strings);
  const numbers = literals('number', one, other, (declared) => declared.numbers);
  const rest = one.rest && other.rest ? either(one.rest, other.rest) : (one.rest ?? other.rest);
  return {
    kinds: [...new Set([...one.kinds, ...other.kinds])],
    ...(strings ? { strings } : {}),
    ...(numbers ? { numbers } : {}),
    ...(items ? { items } : {}),
    ...(fields ? { fields } : {}),
    ...(rest ? { rest } : {}),
    ...(one.optional || other.optional ? { optional: true } : {}),
  };
}

/** A type that says nothing. */
export const open = (why: NonNullable<Declared['open']>): Declared => ({ kinds: [], open: why });

function ofPrimitive(type: Type): Declared | null {
  const { flags } = type;
  if (flags & TypeFlags.Any) return open('any');
  if (flags & TypeFlags.Unknown) return open('unknown');
  if (flags & (TypeFlags.Undefined | TypeFlags.Void)) return { kinds: [], optional: true };
  if (flags & TypeFlags.Null) return { kinds: ['null'] };
  if (flags & TypeFlags.BooleanLike) return { kinds: ['boolean'] };
  if (type.isStringLiteralType()) return { kinds: ['string'], strings: [type.value] };
  if (flags & TypeFlags.StringLike) return { kinds: ['string'] };
  if (type.isNumberLiteralType()) return { kinds: ['number'], numbers: [type.value] };
  if (flags & TypeFlags.NumberLike) return { kinds: ['number'] };
  if (flags & TypeFlags.Never) return { kinds: [] };
  return null;
}

/** Gives a function that says what a type says of a value. */
export function describer(checker: Checker): (type: Type) => Declared {
  const known = new Map<number, Declared>();

  function ofObject(type: Type, depth: number): Declared {
    const name = type.getSymbol()?.name ?? '';
    const kind = CLASSES[name];
    if (kind) return { kinds: [kind] };
    if (checker.isArrayType(type) || checker.isTupleType(type)) {
      const items = checker.getTypeArguments(type as never).map((item) => describe(item, depth + 1));
      return { kinds: ['array'], ...(items.length ? { items: items.reduce(either) } : {}) };
    }
    const symbols = checker.getPropertiesOfType(type);
    const types = symbols.length ? checker.getTypeOfSymbol(symbols) : [];
    const fields = symbols.map((symbol, at) => {
      const field = types[at] ? describe(types[at], depth + 1) : open('unknown');
      return [symbol.name, symbol.flags & SymbolFlags.Optional ? { ...field, optional: true as const } : field] as const;
    });
    const [index] = checker.getIndexInfosOfType(type);
    return { kinds: ['object'], fields: Object.fromEntries(fields), ...(index ? { rest: describe(index.valueType, depth + 1) } : {}) };
  }

  function ofIntersection(types: readonly Type[], type: Type, depth: number): Declared {
    const parts = types.map((part) => describe(part, depth));
    const closed = parts.find((part) => part.open);
    if (closed) return closed;
    // A branded text is a text.
    return parts.find(({ kinds }) => kinds.length > 0 && !kinds.includes('object')) ?? ofObject(type, depth);
  }

  function resolve(type: Type, depth: number): Declared {
    const simple = ofPrimitive(type);
    if (simple) return simple;
    if (type.isUnionType())
      return type
        .getTypes()
        .map((part) => describe(part, depth))
        .reduce(either);
    if (type.isIntersectionType()) return ofIntersection(type.getTypes(), type, depth);
    if (type.flags & TypeFlags.NonPrimitive) return { kinds: ['object'] };
    if (type.flags & TypeFlags.Instantiable) return open('type parameter');
    return type.flags & TypeFlags.Object ? ofObject(type, depth) : open('unknown');
  }

  function describe(type: Type, depth = 0): Declared {
    if (depth > DEEPEST) return open('unknown');
    // A type within itself is known by how deep it stands.
    const key = type.id * (DEEPEST + 2) + depth;
    const before = known.get(key);
    if (before) return before;
    const declared = resolve(type, depth);
    known.set(key, declared);
    return declared;
  }
  return describe;
}
