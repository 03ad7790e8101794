export const textOf = async (address: string): Promise<string> => (await fetch(address)).text();

/** The value of one series, given as `name` or `name{label="value"}`. */
export const valueIn = (text: string, series: string): number | undefined => {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
};

/** The series of a metric with their values: `{label="value"} 1`. */
export const seriesOf = (text: string, name: string): string[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`))
    .map((line) => line.slice(name.length));
