import { LatchkeyError } from '@latchkey/protocol'
import { describe, expect, test, vi } from 'vitest'
import { lazyErrors, lazyReader } from './lazy-adapter.ts'

const busy = { code: -32002 }
const tables = { explain: () => 'rpc-resource-unavailable' as const }

describe('lazyErrors', () => {
  test('behavior: what is thrown is thrown once the tables are there', async () => {
    const load = vi.fn(async () => tables)
    const { explain, guard } = lazyErrors(load)
    expect(explain(busy)).toBe('unknown')
    const call = guard((amount: number) => (amount > 0 ? Promise.resolve(amount) : fail(busy)))
    await expect(call(3)).resolves.toBe(3)
    expect(load).not.toHaveBeenCalled()
    await expect(call(0)).rejects.toBe(busy)
    expect(explain(busy)).toBe('rpc-resource-unavailable')
    await expect(call(0)).rejects.toBe(busy)
    expect(load).toHaveBeenCalledTimes(1)
  })

  test('behavior: our own errors and 4001 have their names without tables, and wait for none', async () => {
    const load = vi.fn(async () => tables)
    const { explain, guard } = lazyErrors(load)
    const own = new LatchkeyError('chain-mismatch')
    expect(explain(own)).toBe('chain-mismatch')
    expect(explain({ code: 4001 })).toBe('user-rejected')
    expect(explain(null)).toBe('unknown')
    load.mockReturnValueOnce(new Promise(() => {}))
    await expect(guard(() => fail(own))()).rejects.toBe(own)
  })

  test('behavior: tables that cannot be loaded hide no error, and are asked for again', async () => {
    const load = vi.fn(async () => tables)
    load.mockRejectedValueOnce(new Error('offline'))
    const { explain, guard } = lazyErrors(load)
    await expect(guard(() => fail(busy))()).rejects.toBe(busy)
    expect(explain(busy)).toBe('unknown')
    await expect(guard(() => fail(busy))()).rejects.toBe(busy)
    expect(explain(busy)).toBe('rpc-resource-unavailable')
  })
})

describe('lazyReader', () => {
  test('behavior: each method loads its module when it is called', async () => {
    const approval = vi.fn(async () => ({ approval: () => null }))
    const spelling = vi.fn(async () => ({ spelling: async (address: string) => `0x${address}` }))
    const { explain, guard } = lazyErrors(async () => tables)
    const reader = lazyReader({ approval, spelling }, guard)
    expect(Object.keys(reader)).toEqual(['approval', 'spelling'])
    await expect(reader.spelling('a1')).resolves.toBe('0xa1')
    expect(approval).not.toHaveBeenCalled()
    await expect(reader.approval({ to: '0x', data: '0x', value: 0n })).resolves.toBeNull()
    spelling.mockRejectedValueOnce(busy)
    await expect(reader.spelling('a1')).rejects.toBe(busy)
    expect(explain(busy)).toBe('rpc-resource-unavailable')
  })

  test('types: a module that lacks its method is refused', () => {
    const { guard } = lazyErrors(async () => tables)
    // @ts-expect-error -- the module exports another method
    lazyReader({ approval: async () => ({ spelling: async () => '' }) }, guard)
  })
})

function fail(error: unknown): Promise<never> {
  return Promise.reject(error)
}
