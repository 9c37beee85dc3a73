// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SwapCall } from '../../packages/core/src/contract/reader.ts'
import { prepareSwap } from '../../packages/core/src/swap/prepare-swap.ts'
import type { SwapDraft } from '../../packages/core/src/swap/swap.ts'
import { approvalData } from '../../packages/core/test/fake-parts.ts'
import type { Asked } from '../../packages/core/test/fake-swaps.ts'
import {
  fees,
  moves,
  quoteOf,
  type SwapStage,
  swapStage,
  two,
} from '../../packages/core/test/swap-stage.ts'
import { type Attempt, proveGuards } from './prove-guards.ts'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/**
 * What the page would have a visitor sign, behind a gateway of somebody else's; undefined where it
 * refuses.
 */
async function prepared(
  change: (stage: SwapStage) => void,
  wish: Partial<prepareSwap.Parameters> = {},
  rpcUrls?: string[],
): Promise<SwapDraft | undefined> {
  const stage = await swapStage(rpcUrls)
  change(stage)
  const draft = prepareSwap(stage.kit, { quote: quoteOf(), ...wish }).catch(() => undefined)
  await vi.advanceTimersByTimeAsync(60_000)
  return draft
}
/**
 * The gateway gives a call of a router that says something else than was promised; a trial that it
 * answers as well lies.
 */
const isMade = async (said: Partial<SwapCall>): Promise<boolean> => {
  const honest = { recipient: 'a1', pays: 't1', receives: 't2', most: 1000n, least: 1980n }
  const draft = await prepared(({ alpha }) => {
    Object.assign(alpha.read, { swapCall: async () => ({ ...honest, ...said }) })
  })
  return draft !== undefined
}
/** An answer of the gateway with something else in its `tx`. */
const answers = (path: string, more: (asked: Asked) => object) => (stage: SwapStage) => {
  const good = stage.swaps.answers[path] as (asked: Asked) => { tx: object }
  stage.swaps.answers[path] = (asked: Asked) => ({ tx: { ...good(asked).tx, ...more(asked) } })
}
/** No router of the owner's is the one that the gateway names. */
const unnamed = ({ kit }: SwapStage) => {
  Object.assign(kit.options, { swaps: { routers: { 'alpha:1': ['a8'] } } })
}
const later = (seconds: number): bigint => BigInt(Math.floor(Date.now() / 1000) + seconds)

const attempts: readonly Attempt[] = [
  ['what arrives goes to the thief', ['swap-recipient'], () => isMade({ recipient: 'a666' })],
  ['the call takes another token', ['swap-pays'], () => isMade({ pays: 't3' })],
  ['the call brings a token worth nothing', ['swap-receives'], () => isMade({ receives: 't3' })],
  ['the call takes more than was offered', ['swap-most'], () => isMade({ most: 5000n })],
  ['the call is content with nothing', ['swap-least'], () => isMade({ least: 0n })],
  [
    'the call is held back until its price is bad',
    ['swap-deadline'],
    () => isMade({ deadline: later(604_800) }),
  ],
  [
    'the gateway names a minimum far below its promise',
    ['swap-minimum'],
    async () =>
      (await prepared(answers('build-transaction', () => ({ amount: '1' })))) !== undefined,
  ],
  [
    'a contract that the owner has not named is approved without end',
    ['swap-exact'],
    async () =>
      ((await prepared(unnamed, { approval: 'unlimited' }))?.approval?.amount ?? 0n) > 1000n,
  ],
  [
    'a contract that the owner has not named is shown without a word',
    ['swap-unknown'],
    async () => (await prepared(unnamed))?.notes.length === 0,
  ],
  [
    'somebody else is approved than makes the swap',
    ['swap-spender'],
    async () =>
      (await prepared(answers('build-approve', () => ({ data: approvalData('a666', 1000n) }))))
        ?.approval !== undefined,
  ],
  [
    'more is approved than was asked for',
    ['swap-approved'],
    async () =>
      (await prepared(answers('build-approve', () => ({ data: approvalData('a9', 5000n) }))))
        ?.approval !== undefined,
  ],
  [
    'the swap does something else than it says, and the node sees it',
    ['swap-trial'],
    async () =>
      (await prepared(({ alpha }) => {
        alpha.simulation = { ...fees, changes: { ...moves, [two.id]: 0n } }
      })) !== undefined,
  ],
  [
    'a node that tells nothing of the swap counts as one that does',
    ['swap-trial-said'],
    async () =>
      (
        await prepared(({ alpha }) => {
          alpha.simulation = fees
        })
      )?.notes.length === 0,
  ],
  [
    'the gateway answers what its own swap does, and the visitor is told nothing of it',
    ['swap-trial-judge'],
    async () => (await prepared(() => undefined, {}, []))?.notes.length === 0,
  ],
]

describe('a gateway that lies about a swap', () => {
  test.each(attempts)('behavior: %s', (_, names, attack) => proveGuards(names, attack))

  test('default: an honest one is prepared', async () => {
    expect((await prepared(() => undefined, { approval: 'unlimited' }))?.notes).toEqual([
      'unlimited-approval',
    ])
  })
})
