/** The service puts its address here when it starts. */
const ADDRESS = '{{address}}';

/** The two variables that the SDK reads, and that every command of the documentation uses. */
export const connectionVariables = (createdIn: string): string => `export TRADEPOST_URL=${ADDRESS}
# ${createdIn}
export TRADEPOST_API_KEY='tp_…'`;
