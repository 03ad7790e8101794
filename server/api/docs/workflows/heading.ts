/** "add-stock" becomes "Add stock". */
export const heading = (stepId: string): string =>
  stepId[0]!.toUpperCase() + stepId.slice(1).replaceAll('-', ' ');
