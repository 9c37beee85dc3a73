/**
 * The version of this package, which the end of each error's message contains. A test compares it
 * with package.json.
 */
export const version = '0.1.0'
