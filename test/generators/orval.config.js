export default {
  tradepost: {
    input: './generated/typescript/openapi.json',
    output: {
      target: './generated/typescript/orval/api.ts',
      client: 'fetch',
      override: { mutator: { path: './programs/orval-fetch.ts', name: 'tradepostFetch' } },
    },
  },
};
