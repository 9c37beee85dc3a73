import { describe, expect, test } from 'vitest'
import { request } from '../request.ts'
import { installAsigna } from './install-asigna.ts'
import { readRegistry } from './read-registry.ts'

const origin = 'https://stx.asigna.io'
const addresses = [{ address: 'SP000000000000000000002Q6VF78', symbol: 'STX' }]

function frame() {
  const asked: (readonly [unknown, string])[] = []
  const listeners = new Set<(event: MessageEvent) => void>()
  const top = {
    postMessage: (message: unknown, target: string) => void asked.push([message, target]),
  }
  const page = {
    top,
    addEventListener: (_: 'message', listener: (event: MessageEvent) => void) =>
      void listeners.add(listener),
    removeEventListener: (_: 'message', listener: (event: MessageEvent) => void) =>
      void listeners.delete(listener),
  }
  const answer = (data: unknown, from: unknown = top, at = origin) => {
    for (const listener of [...listeners]) {
      listener({ source: from, origin: at, data } as MessageEvent)
    }
  }
  return { page, top, asked, answer, listeners }
}
const entryOf = (page: object) => {
  const [entry] = readRegistry(page)
  if (!entry) throw new Error('it was not found')
  return entry
}

describe('installAsigna', () => {
  test('default: it is found and asked like any other', async () => {
    const { page, asked, answer, listeners } = frame()
    const stop = installAsigna(page)
    const entry = entryOf(page)
    expect([entry.path, entry.manner]).toEqual(['AsignaProvider', 'plain'])
    const told = request(entry, 'getAddresses', { network: 'mainnet' })
    expect(asked).toEqual([
      [{ source: 'asigna-stx', getAddresses: { network: 'mainnet' } }, origin],
    ])
    answer({ source: 'asigna-stx', getAddresses: { addresses } })
    expect((await told).addresses).toEqual(addresses)
    stop()
    stop()
    expect([readRegistry(page), listeners.size]).toEqual([[], 0])
  })

  test('parameters: origin', () => {
    const { page, asked } = frame()
    installAsigna(page, { origin: 'https://other.example' })
    void request(entryOf(page), 'getAddresses', {}).catch(() => {})
    expect(asked[0]?.[1]).toBe('https://other.example')
  })

  test('behavior: nobody else is believed', async () => {
    const { page, answer, top } = frame()
    installAsigna(page)
    const settled: string[] = []
    const told = request(entryOf(page), 'getAddresses', {}).finally(() => settled.push('settled'))
    const lie = { source: 'asigna-stx', getAddresses: { addresses: [{ address: 'SPLIE' }] } }
    answer(lie, {})
    answer(lie, top, 'https://evil.example')
    answer({ ...lie, source: 'other' })
    answer({ source: 'asigna-stx', stx_signMessage: {} })
    for (const odd of [null, 7, 'x', undefined]) {
      answer(odd)
    }
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(settled).toEqual([])
    answer({ source: 'asigna-stx', getAddresses: { addresses } })
    expect((await told).addresses).toEqual(addresses)
  })

  test('behavior: two of one kind are answered in their order', async () => {
    const { page, answer } = frame()
    installAsigna(page)
    const entry = entryOf(page)
    const both = ['a', 'b'].map((message) => request(entry, 'stx_signMessage', { message }))
    for (const digit of ['1', '2']) {
      answer({
        source: 'asigna-stx',
        stx_signMessage: { signature: digit.repeat(130), publicKey: `02${'0'.repeat(64)}` },
      })
    }
    expect((await Promise.all(both)).map(({ signature }) => signature[0])).toEqual(['1', '2'])
  })

  test('behavior: outside of a frame, or where the path is taken, nothing is installed', () => {
    const { page } = frame()
    installAsigna({ ...page, top: null })
    const alone: { top: unknown } = { ...page, top: undefined }
    alone.top = alone
    installAsigna(alone as unknown as typeof page)
    const own = { request: () => {} }
    const taken = { ...page, AsignaProvider: own }
    installAsigna(taken)()
    expect([readRegistry(alone), taken.AsignaProvider]).toEqual([[], own])
  })
})
