import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { configSchema } from '../../base/config/schema.ts'

// The document itself is under test: an option that it lacks is one that nobody finds.
const page = readFileSync(join(import.meta.dirname, '../../../../../docs/gateway.md'), 'utf8')

describe('docs/gateway.md', () => {
  test('behavior: names every key of the configuration', () => {
    const keys = Object.keys(configSchema.shape)
    expect(keys.length).toBeGreaterThan(20)
    const isNamed = (key: string): boolean => ['`', '"'].some((quote) => page.includes(quote + key))
    expect(keys.filter((key) => !isNamed(key))).toEqual([])
  })
})
