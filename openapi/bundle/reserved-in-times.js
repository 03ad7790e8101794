/** A time may be sent as it's written, with its `:` and `+`: no other parameter's value can be told apart from what surrounds it. */
export const reservedInTimes = () => ({
  Parameter(parameter) {
    if (parameter.in === 'query' && parameter.schema?.format === 'date-time') parameter.allowReserved = true;
  },
});
