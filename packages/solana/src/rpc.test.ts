import type { Chain } from '@latchkey/protocol'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { askNode } from './rpc.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('askNode', () => {
  test('behavior: a node that never answers is left for the next after ten seconds, by a timer that holds what it ends', async () => {
    vi.useFakeTimers()
    const asked: string[] = []
    vi.stubGlobal('fetch', (url: string, { signal }: { signal: AbortSignal }) => {
      asked.push(url)
      if (url.includes('second')) return Promise.resolve(new Response('{"result":7}'))
      return new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason)),
      )
    })
    const chain = {
      id: 'solana:local',
      rpcUrls: ['http://first', 'http://second'],
    } as unknown as Chain
    const answer = askNode(chain, 'getSlot', [], new AbortController().signal)
    await vi.advanceTimersByTimeAsync(9_999)
    expect(asked).toEqual(['http://first'])
    await vi.advanceTimersByTimeAsync(1)
    expect(asked).toEqual(['http://first', 'http://second'])
    expect(await answer).toBe(7)
  })
})
