import {
  connect,
  createKit,
  formatAmount,
  type Kit,
  parseAmount,
  prepareSwap,
  send,
  swapQuoteQuery,
} from '@latchkey/core'
import { inside } from '@latchkey/core/inside'
import type { Asset } from '@latchkey/protocol'
import { type MockEvmWallet, mockEvmWallet } from '@latchkey/testing'
import fc from 'fast-check'
import { decodeFunctionData, encodeFunctionData, erc20Abi, type Hex, maxUint256 } from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ada, devnet, keys } from '../test/fixture.ts'
import { nativeAsset } from './chains.ts'
import { evm } from './evm.ts'

const account = `eip155:31337:${ada}` as const
const router = '0x958eD30B0cfCf239446B831b3109f73565463bdF'
const paid = '0x00000000000000000000000000000000000000a1'
const got = '0x00000000000000000000000000000000000000b2'
const coin = nativeAsset(devnet)
const word = (amount: bigint) => `0x${amount.toString(16).padStart(64, '0')}`
/** What is swapped just now, one for one. */
const now = { amount: 0n, decimals: 0, isCoin: false }
const seen: { path: string; amount: string | undefined }[] = []
const run = {} as { kit: Kit; wallet: MockEvmWallet; stop: () => void }

/**
 * The node: everything of what is paid with, nothing of the other; the swap does what was offered.
 */
function node(method: string, params: readonly unknown[]): unknown {
  const balance = (to: string, isAfter: boolean): bigint => {
    if (to.toLowerCase() === got) return isAfter ? now.amount : 0n
    const isPaid = now.isCoin !== (to.toLowerCase() === paid)
    return isPaid && isAfter ? maxUint256 - now.amount : maxUint256
  }
  const [first] = params as [
    { to: string; data: string; blockStateCalls: [{ calls: { to: string }[] }] },
  ]
  switch (method) {
    case 'eth_getBalance':
      return '0x'.padEnd(66, 'f')
    case 'eth_call':
      if (first.data.startsWith('0x313ce567')) return word(BigInt(now.decimals))
      return first.data.startsWith('0xdd62ed3e') ? word(0n) : word(balance(first.to, false))
    case 'eth_simulateV1': {
      const { calls } = first.blockStateCalls[0]
      const half = calls.length / 2
      const answers = calls.map(({ to }, at) => ({
        status: '0x1',
        gasUsed: '0x1',
        returnData: word(balance(to, at > half)),
      }))
      return [{ calls: answers }]
    }
    case 'eth_getBlockByNumber':
      return { baseFeePerGas: '0x1' }
    default:
      return '0x1'
  }
}

function gateway(path: string, asked: Readonly<Record<string, string>>): unknown {
  seen.push({ path, amount: asked.amount })
  const { from = '', to = '', amount = '' } = asked
  switch (path) {
    case 'supported-chains':
      return { http: [devnet.id], ws: [] }
    case 'tokens':
      return { tokens: [] }
    case 'quotes':
      return {
        quotes: [{ fromAmount: amount, fromAccount: from, toAmount: amount, toAccount: to }],
      }
    case 'build-transaction':
      return { tx: { from: account, to: `${devnet.id}:${router}`, data: '0xabcd', amount } }
    case 'build-approve': {
      const args = [router, BigInt(amount)] as const
      return {
        tx: {
          from,
          to,
          value: '0',
          data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args }),
        },
      }
    }
    default:
      return { balances: [] }
  }
}

beforeEach(async () => {
  seen.length = 0
  vi.stubGlobal('fetch', async (address: string, { body = '{}' }: { body?: string } = {}) => {
    const url = new URL(address)
    const asked = JSON.parse(body)
    if (url.host === 'node.example') {
      const result = node(asked.method, asked.params)
      return Response.json({ jsonrpc: '2.0', id: 1, result })
    }
    const path = url.pathname.split('/').at(-1) ?? ''
    return Response.json(gateway(path, { ...Object.fromEntries(url.searchParams), ...asked }))
  })
  const page = new EventTarget()
  run.wallet = mockEvmWallet({ accounts: keys })
  run.wallet.install(page)
  const adapters = [evm({ chains: [{ ...devnet, rpcUrls: ['http://node.example'] }], page })]
  run.kit = createKit({
    adapters,
    storage: null,
    gateway: { url: 'http://gate.example', project: 'shop' },
  })
  run.stop = run.kit.subscribe(() => {})
  await connect(run.kit, { connector: 'announced:test.mock.wallet' })
})
afterEach(() => {
  // Nobody may go on asking for receipts where the real network answers.
  settle()
  run.stop()
  vi.unstubAllGlobals()
})

/** A kit keeps no more than 99 that are not settled. */
const settle = (): void => {
  for (const id of Object.keys(run.kit.getState().transactions)) {
    run.kit[inside].dispatch({ type: 'transaction-confirmed', id, at: 1 })
  }
}
const sent = (): readonly { to: string; data: Hex; value: Hex }[] =>
  run.wallet.requests
    .filter(({ method }) => method === 'eth_sendTransaction')
    .map(({ params }) => (params as [{ to: string; data: Hex; value: Hex }])[0])

/** Numbers as visitors write them, and with what comes along when they are pasted. */
const written = fc.record({
  locale: fc.constantFrom(
    'en-US',
    'de-DE',
    'de-CH',
    'fr-FR',
    'hi-IN',
    'ar-EG',
    'pt-PT',
    'sv-SE',
    'fa-IR',
  ),
  useGrouping: fc.boolean(),
  around: fc.constantFrom(
    (text: string) => text,
    (text: string) => `  ${text}\n`,
    (text: string) => `${text} PAID`,
    (text: string) => `${text}\u00a0ETH`,
  ),
})
const amounts = fc.record({
  amount: fc.oneof(
    fc.bigInt(1n, maxUint256),
    fc.bigInt(1n, 10n ** 20n),
    fc.constant(maxUint256),
    fc.constant(1n),
  ),
  decimals: fc.integer({ min: 0, max: 36 }),
})

describe('swap', () => {
  test('behavior: no unit is lost between field, request and call data', {
    timeout: 60_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        amounts,
        written,
        async ({ amount, decimals }, { locale, useGrouping, around }) => {
          Object.assign(now, { amount, decimals, isCoin: false })
          // The same kit, without what core has kept for it: lists and prices are asked anew.
          run.kit = { ...run.kit, [inside]: { ...run.kit[inside] } }
          settle()
          seen.length = 0
          run.wallet.requests.splice(0)
          const pay: Asset = {
            id: `eip155:31337/erc20:${paid}`,
            name: 'Paid',
            symbol: 'PAID',
            decimals,
          }
          const receive: Asset = {
            id: `eip155:31337/erc20:${got}`,
            name: 'Got',
            symbol: 'GOT',
            decimals,
          }
          const typed = around(formatAmount(amount, decimals, { locale, useGrouping }))
          const parsed = parseAmount(typed, decimals, locale)
          expect(parsed).toBe(amount)
          if (parsed === null) return
          const quote = await swapQuoteQuery(run.kit, {
            account,
            pay,
            receive,
            amount: parsed,
          }).queryFn()
          const { approval, swap, simulation } = await prepareSwap(run.kit, { quote })
          await send(run.kit, { id: approval?.id ?? '' })
          await send(run.kit, { id: swap.id, simulation })

          expect([quote.pay.amount, quote.receive.amount, swap.amount, approval?.amount]).toEqual(
            Array(4).fill(amount),
          )
          const told = seen.filter((one) => one.amount !== undefined).map((one) => one.amount)
          expect(told).toEqual(Array(3).fill(`${amount}`))
          const [approved, swapped] = sent()
          expect(decodeFunctionData({ abi: erc20Abi, data: approved?.data ?? '0x' }).args).toEqual([
            router,
            amount,
          ])
          expect([approved?.to, approved?.value]).toEqual([paid, '0x0'])
          expect([swapped?.to, swapped?.data, swapped?.value]).toEqual([router, '0xabcd', '0x0'])
        },
      ),
      { numRuns: 150 },
    )
  })

  test('behavior: nor of the coin', { timeout: 60_000 }, async () => {
    const receive: Asset = {
      id: `eip155:31337/erc20:${got}`,
      name: 'Got',
      symbol: 'GOT',
      decimals: 18,
    }
    // Some is left for the fee.
    const most = maxUint256 - 10n ** 9n
    await fc.assert(
      fc.asyncProperty(
        fc.bigInt(1n, most),
        written,
        async (amount, { locale, useGrouping, around }) => {
          Object.assign(now, { amount, decimals: 18, isCoin: true })
          run.wallet.requests.splice(0)
          const parsed =
            parseAmount(around(formatAmount(amount, 18, { locale, useGrouping })), 18, locale) ?? 0n
          const quote = await swapQuoteQuery(run.kit, {
            account,
            pay: coin,
            receive,
            amount: parsed,
          }).queryFn()
          const { swap, simulation } = await prepareSwap(run.kit, { quote })
          await send(run.kit, { id: swap.id, simulation })
          expect(sent().map(({ value }) => BigInt(value))).toEqual([amount])
        },
      ),
      { numRuns: 50 },
    )
  })

  test('behavior: a tenth of a base unit is no amount, whatever the locale', () => {
    fc.assert(
      fc.property(amounts, written, ({ amount, decimals }, { locale }) => {
        const text = formatAmount(amount * 10n + 1n, decimals + 1, { locale, useGrouping: false })
        expect(parseAmount(text, decimals, locale)).toBeNull()
      }),
    )
  })
})
