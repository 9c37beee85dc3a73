/**
 * What `npm test` says of programs that this machine has not got and that could not be installed; empty where nothing is
 * lacking. The tests that need them fail: none is left out.
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
