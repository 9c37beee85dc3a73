import { planApp } from 'create-latchkey'
import { describe, expect, test } from 'vitest'
import { readFlags } from '../../packages/create-latchkey/src/ask/read-flags.ts'
import { madeApps } from './made-apps.ts'

describe('madeApps', () => {
  test('default: each framework is tried', () => {
    const flags = madeApps.map((app) => readFlags(app.flags))
    expect(flags.map(({ template }) => template)).toEqual(['vite', 'next', 'sveltekit'])
    expect(flags.every(({ isYes }) => isYes)).toBe(true)
    expect(new Set(flags.map(({ hasGateway }) => hasGateway))).toEqual(new Set([undefined, true]))
  })

  test.each(madeApps)('default: $name has a test of its own', ({ flags }) => {
    const { template = 'vite', chains = ['mainnet'] } = readFlags(flags)
    const files = planApp({ name: 'an-app', template, chains, hasGateway: false })
    expect(files.map(({ path }) => path)).toContain('tests/connect.spec.ts')
  })
})
