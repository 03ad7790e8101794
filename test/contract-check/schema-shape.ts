import { resolve, type Schema } from './contract.ts';

type SchemaObject = Record<string, unknown> & {
  readonly properties?: Readonly<Record<string, SchemaObject>>;
  readonly allOf?: readonly SchemaObject[];
  readonly anyOf?: readonly SchemaObject[];
  readonly items?: SchemaObject;
};

const objectOf = (schema: Schema): SchemaObject => resolve(schema as object) as SchemaObject;
const partsOf = ({ allOf = [], anyOf = [] }: SchemaObject): SchemaObject[] => [...allOf, ...anyOf];

/** The names of an object's properties, including those in its `allOf`. */
export function propertiesOf(schema: Schema): string[] {
  const object = objectOf(schema);
  return [...Object.keys(object.properties ?? {}), ...partsOf(object).flatMap(propertiesOf)];
}

/** The schema of a property, also of one in its `allOf`. */
export function propertyOf(schema: Schema, name: string): Schema | undefined {
  const object = objectOf(schema);
  return object.properties?.[name] ?? firstOf(object, (part) => propertyOf(part, name));
}

/** The schema of an array's items. */
export function itemsOf(schema: Schema): Schema | undefined {
  const object = objectOf(schema);
  return object.items ?? firstOf(object, itemsOf);
}

const firstOf = (object: SchemaObject, find: (part: Schema) => Schema | undefined): Schema | undefined =>
  partsOf(object)
    .map(find)
    .find((found) => found !== undefined);

/** The paths of all properties, sorted: `dimensions.height_cm`, `items[].quantity`. */
export function shapeOf(schema: Schema, path = ''): string[] {
  const object = objectOf(schema);
  const below = (name: string, property: SchemaObject): string[] => {
    const own = path === '' ? name : `${path}.${name}`;
    return [own, ...shapeOf(property, own)];
  };
  const paths = [
    ...Object.entries(object.properties ?? {}).flatMap(([name, property]) => below(name, property)),
    ...(object.items ? shapeOf(object.items, `${path}[]`) : []),
    ...partsOf(object).flatMap((part) => shapeOf(part, path)),
  ];
  return [...new Set(paths)].sort();
}
