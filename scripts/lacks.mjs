/**
 * The message of `npm test` about programs that are missing and could not be installed; empty when
 * none is. Tests that need them fail and are not skipped.
 */
export function lacks({ redis, postgres }) {
  const lacking = [
    ...(redis
      ? []
      : [
          'redis-server (macOS: brew install redis; Debian: apt-get install redis-server), or its path in LATCHKEY_REDIS_SERVER',
        ]),
    ...(postgres
      ? []
      : [
          'PostgreSQL (macOS: brew install postgresql; Debian: apt-get install postgresql), or its folder of programs in LATCHKEY_POSTGRES_BIN',
        ]),
  ]
  return lacking
    .map((what) => `This machine lacks ${what}. The tests that need it fail.`)
    .join('\n')
}
