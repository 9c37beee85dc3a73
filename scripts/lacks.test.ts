import { describe, expect, test } from 'vitest'
import { lacks } from './lacks.mjs'

const both = { redis: '/usr/bin/redis-server', postgres: '/usr/lib/postgresql/15/bin' }

describe('lacks', () => {
  test('default: nothing is said where all is there', () => {
    expect(lacks(both)).toBe('')
  })

  test.each([
    ['redis', 'redis-server', 'brew install redis', 'LATCHKEY_REDIS_SERVER'],
    ['postgres', 'PostgreSQL', 'brew install postgresql', 'LATCHKEY_POSTGRES_BIN'],
  ])(
    'behavior: without %s one line says what it is, how to get it, and what comes of it',
    (key, name, command, variable) => {
      const line = lacks({ ...both, [key]: undefined })
      expect(line.split('\n')).toHaveLength(1)
      expect(line).toMatch(new RegExp(`^This machine lacks ${name} `))
      expect(line).toContain(command)
      expect(line).toContain(variable)
      expect(line).toMatch(/The tests that need it fail\.$/)
    },
  )

  test('behavior: a line for each', () => {
    const words = lacks({ redis: undefined, postgres: undefined })
    expect(words.match(/^This machine lacks /gm)).toHaveLength(2)
  })
})
