/**
 * Tools that refuse fields which a schema doesn't name, as Redocly does with examples, also do so within `if`, `then` and `else`, and in
 * what `not` combines. There the bundle says that the fields around them are meant, so that nobody's linter warns of right examples.
 */
export const openConditions = () => ({
  Root: {
    leave({ components: { schemas } }) {
      for (const schema of Object.values(schemas)) {
        openBranches(schema);
        for (const excluded of [schema.not, ...(schema.not?.anyOf ?? [])])
          if (excluded?.required) excluded.properties = ofAnyValue(excluded.required);
      }
    },
  },
});

function openBranches(schema) {
  for (const keyword of ['if', 'then', 'else']) {
    if (schema[keyword] === undefined) continue;
    schema[keyword].additionalProperties ??= true;
    openBranches(schema[keyword]);
  }
}

/** With the schemas of the fields, a value that breaks one of them would be allowed beside the other field. */
const ofAnyValue = (names) =>
  Object.fromEntries(names.map((name) => [name, { description: 'Not together with the others.' }]));
