/**
 * Puts the responses of `x-http-responses` in the place of the references to them. To a tool that doesn't know the extension they would
 * be components that nothing uses.
 */
export const inlineHttpResponses = () => ({
  Root: {
    leave({ 'x-http-responses': responses = {}, components }) {
      for (const [status, { $ref }] of Object.entries(responses)) {
        const name = $ref?.split('/').at(-1);
        if (name === undefined) continue;
        responses[status] = components.responses[name];
        delete components.responses[name];
      }
    },
  },
});
