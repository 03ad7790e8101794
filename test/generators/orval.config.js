export default {
  tradepost: {
    input: './generated/openapi.json',
    output: {
      target: './generated/orval/api.ts',
      client: 'fetch',
      override: { mutator: { path: './programs/orval-fetch.ts', name: 'tradepostFetch' } },
    },
  },
};
