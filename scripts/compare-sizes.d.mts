/** Sizes that a run of `npm run check:dist` printed, by name, each with its budget; in bytes. */
export declare function readSizes(
  text: string,
): Map<string, { readonly bytes: number; readonly budget: number }>

/**
 * The comment below a pull request: what grew or shrank, or is above its budget, as a table.
 * @param before - output of `npm run check:dist` without the change
 * @param after - the same with the change
 */
export declare function compareSizes(before: string, after: string): string
