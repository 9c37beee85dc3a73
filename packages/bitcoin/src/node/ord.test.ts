import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ReadSource } from '@latchkey/core'
import { p2wpkh, TEST_NETWORK } from '@scure/btc-signer'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { local } from '../../test/fixture.ts'
import { planTransfer } from '../transaction/plan-transfer.ts'
import { isNamedByOrd } from './ord.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) {
    stop()
  }
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function serve(answer: (path: string) => { status?: number; body: string }) {
  const server = createServer((request, response) => {
    const { status = 200, body } = answer(request.url ?? '')
    response.writeHead(status).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const coin = (digit: string, value = 50_000n) => ({
  txid: digit.repeat(64),
  vout: 1,
  value,
  isConfirmed: true,
})
const ask = async (status: number, body: string) =>
  isNamedByOrd(await serve(() => ({ status, body })), coin('a'), undefined)

describe('isNamedByOrd', () => {
  test('default', async () => {
    expect(await ask(200, '{"inscriptions":[],"runes":{},"indexed":true}')).toBe(false)
    expect(await ask(200, '{"inscriptions":[],"runes":[]}')).toBe(false)
  })

  test.each([
    [200, '{"inscriptions":["abi0"]}'],
    [200, '{"inscriptions":[],"runes":{"UNCOMMON•GOODS":{}}}'],
    [200, '{"inscriptions":[],"runes":[["X",1]]}'],
    [200, '{"inscriptions":[],"indexed":false}'],
    [200, '{}'],
    [200, 'null'],
    [404, 'unknown'],
  ])('behavior: %s %s counts as named', async (status, body) =>
    expect(await ask(status, body)).toBe(true),
  )

  test.each([
    [500, ''],
    [200, '<html>'],
    [200, `"${'x'.repeat(1_000_001)}"`],
  ])('behavior: %s %.20s tells nothing, so nothing is spent', async (status, body) => {
    await expect(ask(status, body)).rejects.toMatchObject({ code: 'read-unavailable' })
  })

  test('behavior: a server that never answers tells nothing after ten seconds, by a timer that holds what it ends', async () => {
    vi.useFakeTimers()
    vi.stubGlobal(
      'fetch',
      (_: string, { signal }: { signal: AbortSignal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    )
    const told: unknown[] = []
    isNamedByOrd('http://ord', coin('a'), new AbortController().signal).catch((error) =>
      told.push(error.code),
    )
    await vi.advanceTimersByTimeAsync(9_999)
    expect(told).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(told).toEqual(['read-unavailable'])
  })
})

describe('planTransfer', () => {
  test('parameters: ord', async () => {
    const ord = await serve((path) => ({
      body: `{"inscriptions":${path.includes('/output/bb') ? '["x"]' : '[]'}}`,
    }))
    const from = p2wpkh(
      Uint8Array.from(
        Buffer.from('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'hex'),
      ),
      { ...TEST_NETWORK, bech32: 'bcrt' },
    ).address
    if (!from) throw new Error('no address')
    const coins = [coin('a'), coin('b', 900_000n), coin('c')].map(
      ({ value, isConfirmed: confirmed, ...place }) => ({
        ...place,
        value: Number(value),
        status: { confirmed },
      }),
    )
    const source: ReadSource = {
      chain: local,
      request: async (_, params) =>
        String((params as string[])[0]).endsWith('/utxo') ? coins : {},
    }
    const recipients = [{ address: from, amount: 80_000n }]
    const { plan, most } = await planTransfer(source, { from, recipients, ord })
    expect(plan.inputs.map(({ txid }) => txid[0]).sort()).toEqual(['a', 'c'])
    expect(plan.binding).toBe('ord')
    expect(most).toBeLessThan(100_000n)
    expect(
      (await planTransfer(source, { from, recipients })).plan.inputs.map(({ txid }) => txid[0]),
    ).toEqual(['b'])
  })
})
