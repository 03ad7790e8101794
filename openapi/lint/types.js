/**
 * Lets rules, and above all `redocly diff`, look into our extensions: Redocly skips what it has no type for. Conditions they take as a
 * whole: the fields in them are described where they are declared.
 */
export const typeExtension = {
  oas3: (types) => ({
    ...types,
    Root: extended(types.Root, { 'x-http-responses': 'Responses' }),
    Schema: extended(types.Schema, {
      'x-defaults': 'DefaultMap',
      'x-extensible-enum': 'scalar',
      'x-problems': 'ProblemMap',
      'x-row': 'Schema',
      ...Object.fromEntries(['not', 'if', 'then', 'else'].map((keyword) => [keyword, 'scalar'])),
    }),
    Operation: extended(types.Operation, {
      'x-event': 'EventEntry',
      'x-columns': 'scalar',
      'x-max-body-bytes': { type: 'integer' },
      'x-problem-codes': 'scalar',
    }),
    EventEntry: {
      properties: { scope: { type: 'string' }, fires: 'EventCases', does_not_fire: 'EventExclusions' },
      additionalProperties: {},
    },
    EventCases: { properties: {}, additionalProperties: 'EventCase' },
    EventCase: { properties: { by: 'scalar' }, additionalProperties: {} },
    EventExclusions: { properties: {}, additionalProperties: 'EventExclusion' },
    EventExclusion: { properties: {}, additionalProperties: {} },
    DefaultMap: { properties: {}, additionalProperties: 'scalar' },
    ProblemMap: { properties: {}, additionalProperties: 'KnownProblem' },
    KnownProblem: {
      properties: { status: { type: 'integer' }, title: { type: 'string' }, advice: { type: 'string' } },
    },
    // Redocly takes values of the type with this name as a whole. A list of texts would have nothing in it to compare.
    scalar: { properties: {} },
  }),
};

function extended(type, properties) {
  return { ...type, properties: { ...type.properties, ...properties } };
}
