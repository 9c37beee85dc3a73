import type { ReadSource } from '@latchkey/core'
import { hasCode } from '@latchkey/protocol'
import { mockSolanaSession, mockSolanaWallet } from '@latchkey/testing'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { found, isProof, local, page, request, settle, signal } from '../test/fixture.ts'
import { nativeAsset } from './chains.ts'
import { base58 } from './encoding/base58.ts'
import { toBase64 } from './encoding/bytes.ts'
import { explain, explainFailure } from './errors.ts'
import { tokenProgram } from './token/token-programs.ts'

const [one, two] = mockSolanaWallet().accounts
if (!one || !two) throw new Error('no accounts')
const account = `${local.id}:${one.address}` as const
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const token = {
  id: `${local.id}/token:${mint}`,
  name: 'Coin',
  symbol: 'COIN',
  decimals: 6,
} as const
const lifetime = { value: { blockhash: '4'.repeat(44), lastValidBlockHeight: 150 } }

beforeEach(() => void vi.stubGlobal('fetch', async () => Response.json({ result: lifetime })))
afterEach(() => void vi.unstubAllGlobals())

/** A good answer with one thing in it replaced by whatever it is, or not. */
function spoiled(good: unknown): fc.Arbitrary<unknown> {
  return fc
    .record({
      steps: fc.array(fc.nat(20), { maxLength: 7 }),
      odd: fc.oneof(fc.anything(), fc.uint8Array(), fc.nat()),
    })
    .map(({ steps, odd }) => replaced(good, steps, odd))
}

function replaced(value: unknown, [step, ...rest]: readonly number[], odd: unknown): unknown {
  if (
    step === undefined ||
    typeof value !== 'object' ||
    value === null ||
    ArrayBuffer.isView(value)
  )
    return odd
  const keys = Object.keys(value)
  const key = keys[step % Math.max(keys.length, 1)]
  if (key === undefined) return odd
  const inner = replaced((value as Readonly<Record<string, unknown>>)[key], rest, odd)
  return Array.isArray(value)
    ? value.map((own, i) => (String(i) === key ? inner : own))
    : { ...value, [key]: inner }
}

/** What came of it: the answer, or an error with a code of ours. */
async function outcome<T>(asked: Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (!hasCode(error)) throw error
    return undefined
  }
}

const runs = { numRuns: 60 }
/**
 * With what nothing is wrong with among them: answers are looked at, or the test says that none
 * was.
 */
const runsWith = (good: unknown): { numRuns: number; examples: [unknown][] } => ({
  ...runs,
  examples: [[good]],
})

describe('answers of a wallet', () => {
  test('behavior: whatever it answers to connect, what is granted is addresses', async () => {
    const seen = { granted: 0 }
    await fc.assert(
      fc.asyncProperty(spoiled({ accounts: [one, two] }), async (lie) => {
        const { connector, wallet } = found()
        wallet.behave({ lie })
        const grant = await outcome(connector.connect(request()))
        if (grant) seen.granted++
        for (const { sessions } of grant ? [grant] : []) {
          for (const session of sessions) {
            for (const granted of session.accounts) {
              expect(granted.account).toMatch(
                /^solana:[-_a-zA-Z0-9]{1,32}:[1-9A-HJ-NP-Za-km-z]{32,44}$/,
              )
            }
          }
        }
      }),
      runsWith({ accounts: [one, two] }),
    )
    expect(seen.granted).toBeGreaterThan(0)
  })

  test('behavior: whatever it tells by itself, it throws nothing at it', async () => {
    const seen = { told: 0 }
    await fc.assert(
      fc.asyncProperty(spoiled({ accounts: [two, one] }), async (change) => {
        const { connector, wallet } = found()
        await connector.connect(request())
        const stop = connector.watch((event) => {
          if (event.type !== 'session') return
          seen.told++
          expect(event.session.accounts.map(({ account }) => account)).toContain(
            event.session.selected,
          )
        })
        // It listens once its chunk is there.
        await settle(0)
        wallet.emit(change)
        stop()
      }),
      runsWith({ accounts: [two, one] }),
    )
    expect(seen.told).toBeGreaterThan(0)
  })

  const message = new TextEncoder().encode('Hi')
  test('behavior: a signature that is told of is one', async () => {
    const { connector, wallet } = found()
    await connector.connect(request())
    const good = await wallet.ask('solana:signMessage', { account: one, message })
    const seen = { signed: 0 }
    await fc.assert(
      fc.asyncProperty(spoiled(good), async (lie) => {
        wallet.behave({ lie }, 'solana:signMessage')
        const answer = await outcome(
          connector.features.signMessage?.({ account, message: 'Hi', signal }),
        )
        if (!answer) return
        seen.signed++
        expect(isProof(one.address, 'Hi', answer.signature)).toBe(true)
      }),
      runsWith(good),
    )
    expect(seen.signed).toBeGreaterThan(0)
  })

  test.each(['solana:signTransaction', 'solana:signAndSendTransaction'])(
    'behavior: %s',
    async (feature) => {
      const lacks = feature === 'solana:signTransaction' ? ['solana:signAndSendTransaction'] : []
      const { connector, wallet } = found({ lacks })
      await connector.connect(request())
      const transfer = { from: account, to: two.address, asset: nativeAsset(local), amount: 1n }
      const source: ReadSource = { chain: local, request: async () => lifetime }
      const good = [
        { signedTransaction: new Uint8Array(300).fill(1), signature: new Uint8Array(64) },
      ]
      const send = () =>
        outcome(connector.features.transfer?.({ transfer, chain: local, source, signal }))
      // What is signed is sent; so it is the answers below that are not believed.
      expect((await send())?.hash.length).toBeGreaterThan(60)
      const seen = { sent: 0 }
      await fc.assert(
        fc.asyncProperty(spoiled(good), async (lie) => {
          wallet.behave({ lie }, feature)
          const sent = await send()
          if (!sent) return
          seen.sent++
          expect([lacks, sent.hash.length > 60]).toEqual([[], true])
        }),
        runsWith(good),
      )
      // A wallet that sends is believed by its signature alone; one that signs, by what it has
      // signed.
      expect(seen.sent > 0).toBe(lacks.length === 0)
    },
  )

  test('behavior: whatever a phone answers, a signature that is told of is one', async () => {
    const wallet = mockSolanaWallet({ isAuthorized: true })
    const methods = ['solana_signMessage', 'solana_signTransaction']
    const session = mockSolanaSession(wallet, { chains: [local.id], methods })
    const held = { answer: undefined as unknown }
    const connector = await page().adapter.remote?.({
      ...session,
      request: async () => held.answer,
    })
    const good = await session.request(local.id, 'solana_signMessage', {
      message: base58(message),
      pubkey: one.address,
    })
    const seen = { signed: 0 }
    const transfer = { from: account, to: two.address, asset: nativeAsset(local), amount: 1n }
    const source: ReadSource = { chain: local, request: async () => lifetime }
    await fc.assert(
      fc.asyncProperty(spoiled(good), async (answer) => {
        held.answer = answer
        const signed = await outcome(
          connector?.features.signMessage?.({ account, message: 'Hi', signal }),
        )
        if (signed) seen.signed++
        if (signed) expect(isProof(one.address, 'Hi', signed.signature)).toBe(true)
        const sent = await outcome(
          connector?.features.transfer?.({ transfer, chain: local, source, signal }),
        )
        expect(sent).toBeUndefined()
      }),
      runsWith(good),
    )
    expect(seen.signed).toBeGreaterThan(0)
  })
})

describe('answers of a node', () => {
  const mintData = new Uint8Array(82)
  mintData.set([6, 1], 44)
  const info = {
    mint,
    owner: one.address,
    state: 'initialized',
    tokenAmount: { amount: '12', decimals: 6 },
  }
  const good: Readonly<Record<string, unknown>> = {
    getBalance: { value: 7 },
    getTokenAccountsByOwner: {
      value: [{ pubkey: two.address, account: { data: { parsed: { info } } } }],
    },
    getLatestBlockhash: lifetime,
    getRecentPrioritizationFees: [{ prioritizationFee: 3 }],
    getFeeForMessage: { value: 5000 },
    getMinimumBalanceForRentExemption: 2_039_280,
    getAccountInfo: { value: { owner: tokenProgram, data: [toBase64(mintData), 'base64'] } },
    getSignatureStatuses: { value: [{ slot: 9, err: null, confirmationStatus: 'confirmed' }] },
    getTransaction: { meta: { fee: 5000 } },
    getBlockHeight: 100,
  }
  const spoiledNode = fc
    .constantFrom(...Object.keys(good))
    .chain((method) => spoiled(good[method]).map((answer) => ({ ...good, [method]: answer })))

  test('behavior: whatever it answers, reads tell amounts or say by a code that they cannot', async () => {
    const { read } = page().adapter
    const seen = { balances: 0, estimates: 0, verdicts: 0 }
    await fc.assert(
      fc.asyncProperty(spoiledNode, fc.boolean(), async (answers, isToken) => {
        const source: ReadSource = {
          chain: local,
          request: async (method, params) => {
            const [first] = params as readonly unknown[]
            // The mint is what it says; everything else is yet to be.
            if (method === 'getAccountInfo' && first !== mint) return { value: null }
            return answers[method]
          },
        }
        const balances = await outcome(read.balances(source, { account, assets: [token] }))
        seen.balances += balances?.length ?? 0
        for (const { amount } of balances ?? []) {
          expect(amount).toBeGreaterThanOrEqual(0n)
        }
        const asset = isToken ? token : nativeAsset(local)
        const estimate = await outcome(
          read.estimateTransfer(source, { from: account, to: two.address, asset, amount: 5n }),
        )
        if (estimate) seen.estimates++
        if (estimate) expect(estimate.fee).toBeGreaterThanOrEqual(0n)
        const verdict = await outcome(
          read.verdict(source, { hash: 'x', from: account, nonce: 1, submittedAt: 1 }),
        )
        if (verdict) seen.verdicts++
        if (verdict) expect(['pending', 'confirmed', 'failed', 'dropped']).toContain(verdict.state)
      }),
      {
        numRuns: 120,
        examples: [
          [good, true],
          [good, false],
        ],
      },
    )
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(1)
  })

  test('behavior: whatever is thrown, explaining it throws nothing', () => {
    const odd = fc.anything({ withNullPrototype: true, withObjectString: true })
    const layered = fc.record({
      code: odd,
      message: odd,
      data: fc.record({ err: odd, logs: odd }),
      cause: odd,
    })
    fc.assert(
      fc.property(fc.oneof(odd, layered), (error) => {
        expect(explain(error)).toMatch(/^[a-z-]+$/)
        expect(explainFailure(error)).toMatch(/^[a-z-]+$/)
      }),
    )
  })
})
