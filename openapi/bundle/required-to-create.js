import { resolve } from './flatten-schemas.js';

/**
 * Names the fields that an upsert needs if it creates: those that POST requires. No schema can say it, because the body doesn't show
 * whether the row exists.
 */
export const requiredToCreate = () => ({
  Root: {
    leave({ paths, components: { schemas } }) {
      for (const [path, { put }] of Object.entries(paths)) {
        const [, collection] = /^(.+)\/external\/\{external_id\}$/.exec(path) ?? [];
        if (!put || !collection || put.requestBody['x-required-to-create']) continue;
        const { required } = resolve(schemaOf(paths[collection].post), schemas);
        put.requestBody['x-required-to-create'] = required;
        const names = required.map((name) => `\`${name}\``).join(', ');
        put.requestBody.description += ` To create one it needs ${names.replace(/, ([^,]*)$/, ' and $1')}.`;
      }
    },
  },
});

const schemaOf = ({ requestBody }) => requestBody.content['application/json'].schema;
