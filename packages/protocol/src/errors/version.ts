/**
 * The version of this package, at the end of each error's message. A test compares it with
 * package.json.
 */
export const version = '0.1.0'
