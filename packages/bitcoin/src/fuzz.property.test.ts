import type { Connector, ReadSource } from '@latchkey/core'
import { hasCode } from '@latchkey/protocol'
import { wbipPersonas } from '@latchkey/testing'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { local, page, published, request, test4 } from '../test/fixture.ts'
import { phone } from '../test/phone.ts'
import { announced, oneCoin, standardPage } from '../test/standard.ts'
import { nativeAsset } from './chains.ts'

const signal = new AbortController().signal
const to = published.test[1]

/** What no wallet and no node should answer, some of it close to the truth. */
const odd = fc.oneof(
  fc.anything(),
  fc.json(),
  fc.record({
    addresses: fc.array(
      fc.record({ address: fc.oneof(fc.string(), fc.constant(to)), purpose: fc.anything() }),
    ),
  }),
  fc.record({ psbt: fc.base64String(), txid: fc.anything() }),
  fc.record({ signature: fc.anything() }),
  fc.record({ txid: fc.oneof(fc.string(), fc.constant('ab'.repeat(32))) }),
  fc.record({ chain_stats: fc.anything(), mempool_stats: fc.anything() }),
  fc.array(
    fc.record({
      txid: fc.constant('ab'.repeat(32)),
      vout: fc.nat(),
      value: fc.double(),
      status: fc.anything(),
    }),
  ),
)
/** Every refusal has a name; whatever is believed has its shape. */
const named = async <T>(
  answer: Promise<T> | undefined,
  good: (value: T) => void,
): Promise<unknown> => {
  const outcome = await answer?.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  if (!outcome || 'error' in outcome) return void expect(hasCode(outcome?.error)).toBe(true)
  good(outcome.value)
  return outcome.value
}

/** How many of two verbs were answered with something that is believed, and has its shape. */
async function checkVerbs(
  connector: Connector,
  from: `${string}:${string}:${string}`,
): Promise<number> {
  const signed = await named(
    connector.features.signMessage?.({ account: from, message: 'x', signal }),
    ({ signature }) => expect(signature).toMatch(/^[a-z0-9+/]+={0,2}$/i),
  )
  const transfer = { from, to, asset: nativeAsset(local), amount: 5000n }
  const sent = await named(
    connector.features.transfer?.({ transfer, chain: local, signal }),
    ({ hash }) => expect(hash).toMatch(/^[0-9a-f]{64}$/i),
  )
  return [signed, sent].filter(Boolean).length
}

describe('answers of wallets', () => {
  test.each(['plain', 'rich'] as const)('behavior: whatever one like %s answers', async (name) => {
    await fc.assert(
      fc.asyncProperty(odd, fc.boolean(), async (answer, isRaw) => {
        const { target, wallet, adapter } = page({ persona: wbipPersonas[name] })
        wallet.install(target)
        const connectors: Connector[] = []
        adapter.discover((connector) => connectors.push(connector))()
        const [connector] = connectors
        if (!connector) throw new Error('no connector')
        const { sessions } = await connector.connect(request())
        const from = sessions[0]?.selected ?? 'x:y:z'
        // What is looked at below is believed while the wallet tells the truth.
        expect(await checkVerbs(connector, from)).toBe(2)
        wallet.behave(isRaw ? { raw: answer } : { lie: answer })
        await checkVerbs(connector, from)
        await named(connector.connect(request()), (grant) => {
          for (const { account } of grant.sessions[0]?.accounts ?? []) {
            expect(account).toContain(to)
          }
        })
      }),
      { numRuns: 25 },
    )
  })

  test('behavior: whatever one of Wallet Standard answers, or tells', async () => {
    const account = fc.record({
      address: fc.oneof(fc.string(), fc.constant(to)),
      publicKey: fc.oneof(fc.anything(), fc.uint8Array()),
      chains: fc.oneof(fc.anything(), fc.constant(['bitcoin:regtest'])),
      purpose: fc.anything(),
    })
    const standard = fc.oneof(
      odd,
      fc.record({ accounts: fc.oneof(fc.anything(), fc.array(account)) }),
      fc.array(
        fc.oneof(
          fc.anything(),
          fc.record({ signature: fc.uint8Array() }),
          fc.record({ signedPsbt: fc.uint8Array() }),
        ),
      ),
    )
    await fc.assert(
      fc.asyncProperty(standard, async (answer) => {
        const { target, wallet, adapter } = standardPage()
        wallet.install(target)
        const connector = await announced(adapter)
        const { sessions } = await connector.connect(request())
        const from = sessions[0]?.selected ?? 'x:y:z'
        const source = oneCoin()
        const transfer = { from, to, asset: nativeAsset(local), amount: 5000n }
        const estimate = await adapter.read.estimateTransfer(source, transfer)
        // Without an estimate nothing is planned: it signs, and what it signs is believed.
        expect(await checkVerbs(connector, from)).toBe(1)
        wallet.behave({ lie: answer })
        await checkVerbs(connector, from)
        const sent = connector.features.transfer?.({
          transfer,
          chain: local,
          estimate,
          source,
          signal,
        })
        await named(sent, () => expect.fail('nothing was signed'))
        await named(connector.features.switchChain?.({ chain: test4, signal }), () => {})
        await named(connector.connect(request()), (grant) => {
          for (const { account } of grant.sessions[0]?.accounts ?? []) {
            expect(account).toContain(to)
          }
        })
        wallet.behave('approve')
        await connector.connect(request())
        const told: string[] = []
        const before = wallet.addresses()
        const own = () => [...before, ...wallet.addresses()]
        connector.watch((event) => {
          told.push(event.type)
          if (event.type === 'session')
            for (const { account } of event.session.accounts) {
              expect([to, ...own()].some((one) => account.endsWith(one))).toBe(true)
            }
        })
        // It listens once its chunk is there.
        await new Promise((resolve) => setTimeout(resolve, 0))
        wallet.selectAccount(1)
        expect(told).toEqual(['session'])
        wallet.emit(answer)
      }),
      { numRuns: 25 },
    )
  })

  test('behavior: whatever a phone answers', async () => {
    await fc.assert(
      fc.asyncProperty(odd, async (answer) => {
        const { session } = phone()
        const held: { answer?: unknown } = {}
        const ask: typeof session.request = async (...all) =>
          'answer' in held ? held.answer : session.request(...all)
        const connector = await page().adapter.remote?.({ ...session, request: ask })
        if (!connector) throw new Error('no connector')
        const { sessions } = await connector.connect(request())
        const from = sessions[0]?.selected ?? 'x:y:z'
        expect(await checkVerbs(connector, from)).toBe(2)
        held.answer = answer
        await checkVerbs(connector, from)
      }),
      { numRuns: 25 },
    )
  })
})

describe('answers of nodes', () => {
  test('behavior: whatever one answers', async () => {
    const { adapter } = page()
    const account = `${local.id}:${to}` as const
    const seen = { balances: 0, estimates: 0, verdicts: 0 }
    const coins = [{ txid: 'ab'.repeat(32), vout: 0, value: 50_000, status: { confirmed: true } }]
    const stats = { funded_txo_sum: 9, spent_txo_sum: 2 }
    const mined = { txid: 'ab'.repeat(32), vin: [], status: { confirmed: true, block_height: 5 } }
    await fc.assert(
      fc.asyncProperty(odd, odd, async (first, second) => {
        const source: ReadSource = {
          chain: local,
          request: async (_, params) =>
            String((params as string[])[0]).endsWith('fee-estimates') ? second : first,
        }
        const balance = await named(adapter.read.balances(source, { account }), ([balance]) =>
          expect(balance?.amount).toBeGreaterThanOrEqual(0n),
        )
        if (balance) seen.balances++
        const transfer = { from: account, to, asset: nativeAsset(local), amount: 5000n }
        const estimate = await named(adapter.read.estimateTransfer(source, transfer), ({ fee }) =>
          expect(fee).toBeGreaterThan(0n),
        )
        if (estimate) seen.estimates++
        const verdict = await named(
          adapter.read.verdict(source, { hash: 'ab'.repeat(32), from: account }),
          ({ state }) => expect(['pending', 'confirmed']).toContain(state),
        )
        if (verdict) seen.verdicts++
      }),
      {
        numRuns: 60,
        examples: [
          [coins, {}],
          [{ chain_stats: stats, mempool_stats: stats }, {}],
          [mined, {}],
        ],
      },
    )
    for (const [what, count] of Object.entries(seen)) {
      expect(count, what).toBeGreaterThan(0)
    }
  })
})
