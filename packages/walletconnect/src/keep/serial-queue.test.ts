import { describe, expect, test, vi } from 'vitest'
import { openSerialQueue } from './serial-queue.ts'

describe('openTurn', () => {
  test('default: without Web Locks one after the other', async () => {
    const inTurn = openSerialQueue('a')
    const seen: string[] = []
    const work = (name: string) => async () => {
      seen.push(`${name}+`)
      await new Promise((resolve) => setTimeout(resolve, 2))
      seen.push(`${name}-`)
      return name
    }
    expect(await Promise.all([inTurn(work('1')), inTurn(work('2'))])).toEqual(['1', '2'])
    expect(seen).toEqual(['1+', '1-', '2+', '2-'])
  })
  test('parameters: locks', async () => {
    const request = vi.fn(
      async (_name: string, _options: LockOptions, work: () => Promise<unknown>) => work(),
    )
    const inTurn = openSerialQueue('name', { request } as unknown as LockManager)
    expect(await inTurn(async () => 7)).toBe(7)
    expect(request.mock.calls[0]?.[0]).toBe('name')
    await expect(inTurn(() => Promise.reject(new Error('mine')))).rejects.toThrow('mine')
  })
  test('behavior: a lock that cannot be had is done without, once', async () => {
    const work = vi.fn(async () => 7)
    const refuse = {
      request: () => Promise.reject(new DOMException('', 'SecurityError')),
    } as unknown as LockManager
    expect(await openSerialQueue('a', refuse)(work)).toBe(7)
    const late = {
      request: async (_name: string, _options: LockOptions, work: () => Promise<unknown>) => {
        await work()
        throw new DOMException('', 'AbortError')
      },
    } as unknown as LockManager
    expect(await openSerialQueue('a', late)(work)).toBe(7)
    expect(work).toHaveBeenCalledTimes(2)
  })
})
