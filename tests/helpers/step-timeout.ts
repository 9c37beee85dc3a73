/**
 * How long a page may take for one step of a test, in milliseconds. It only ends a test that would
 * hang: a machine with a third of the speed passes the same tests, and benchmarks measure speed.
 */
export const stepTimeout = 45_000
