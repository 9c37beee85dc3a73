import type { Activity, ActivityTransfer } from '@latchkey/core'
import { describe, expect, test } from 'vitest'
import { activityWords } from '../../words/en/activity.ts'
import { counterpartyAddressOf, sentenceOf } from './sentence.ts'

const own = '0x1111111111111111111111111111111111111111'
const grace = '0x2222222222222222222222222222222222222222'
function moved(
  direction: ActivityTransfer['direction'],
  amount: bigint,
  symbol: string,
  more: Partial<ActivityTransfer> = {},
): ActivityTransfer {
  return {
    direction,
    amount,
    decimals: 0,
    symbol,
    name: symbol,
    isCollectible: false,
    isUnlimited: false,
    isSpam: false,
    asset: `eip155:1/erc20:${symbol}`,
    ...more,
  }
}
const activity = (
  kind: string,
  transfers: readonly ActivityTransfer[],
  more: Partial<Activity> = {},
): Activity => ({
  id: 'a',
  hash: '0xa',
  chain: 'eip155:1',
  kind,
  status: 'confirmed',
  at: 0,
  from: own,
  to: grace,
  nonce: 0,
  isSpam: false,
  transfers,
  ...more,
})
const say = (one: Activity, name?: string): string =>
  sentenceOf(one, { words: activityWords, locale: 'en', ...(name && { name }) })

describe('sentenceOf', () => {
  test.each<readonly [string, readonly ActivityTransfer[], string]>([
    ['approve', [moved('self', 5n, 'USDC')], 'Approved 5 USDC for 0x2222…2222'],
    ['bought', [moved('in', 5n, 'USDC')], 'Bought 5 USDC'],
    ['borrow', [moved('in', 5n, 'USDC')], 'Borrowed 5 USDC'],
    ['burn', [moved('out', 5n, 'USDC')], 'Burnt 5 USDC'],
    ['cancel', [], 'Canceled a transaction'],
    ['claim', [moved('in', 5n, 'USDC')], 'Claimed 5 USDC'],
    ['deploy', [], 'Deployed a contract'],
    ['deposit', [moved('out', 5n, 'USDC'), moved('in', 5n, 'aUSDC')], 'Deposited 5 USDC'],
    ['execute', [], 'Executed a call on 0x2222…2222'],
    ['mint', [moved('in', 1n, '', { isCollectible: true, name: 'Cat #5' })], 'Minted Cat #5'],
    [
      'receive',
      [moved('in', 5n, 'USDC', { counterparty: grace })],
      'Received 5 USDC from 0x2222…2222',
    ],
    ['repay', [moved('out', 5n, 'USDC')], 'Repaid 5 USDC'],
    ['send', [moved('out', 1n, 'ETH')], 'Sent 1 ETH to 0x2222…2222'],
    ['stake', [moved('out', 32n, 'ETH')], 'Staked 32 ETH'],
    [
      'trade',
      [moved('out', 1n, 'ETH'), moved('in', 2500n, 'USDC')],
      'Swapped 1 ETH for 2,500 USDC',
    ],
    ['unstake', [moved('in', 32n, 'ETH')], 'Unstaked 32 ETH'],
    ['withdraw', [moved('in', 5n, 'USDC')], 'Withdrawn 5 USDC'],
    ['wrap_coin', [moved('out', 5n, 'ETH')], 'Wrap coin 5 ETH'],
    ['__proto__', [moved('in', 5n, 'ETH')], 'Proto 5 ETH'],
    ['constructor', [], 'Constructor'],
    ['!?', [], 'Transaction'],
  ])('behavior: %s is said', (kind, transfers, sentence) =>
    expect(say(activity(kind, transfers))).toBe(sentence),
  )

  test('parameters: name', () => {
    expect(say(activity('send', [moved('out', 1n, 'ETH')]), 'ada.eth')).toBe(
      'Sent 1 ETH to ada.eth',
    )
  })

  test('behavior: what failed or is under way is not said to have happened', () => {
    const send = (status: 'failed' | 'pending') =>
      say(activity('send', [moved('out', 1n, 'ETH')], { status }), 'ada.eth')
    expect(send('failed')).toBe('Failed to send 1 ETH to ada.eth')
    expect(send('pending')).toBe('Sending 1 ETH to ada.eth')
    expect(say(activity('wrap', [], { status: 'failed' }))).toBe('Failed: Wrap')
  })

  test('behavior: amounts of one asset are added, others are named or counted', () => {
    const half = moved('out', 5n, 'ETH', { decimals: 1 })
    expect(say(activity('burn', [half, moved('out', 2n, 'ETH')]))).toBe('Burnt 2.5 ETH')
    expect(say(activity('burn', [moved('out', 2n, 'ETH'), half]))).toBe('Burnt 2.5 ETH')
    expect(say(activity('burn', [half, moved('out', 2n, 'USDC')]))).toBe('Burnt 0.5 ETH and 2 USDC')
    const all = Array.from({ length: 500 }, (_, i) => moved('out', 1n, `T${i}`))
    expect(say(activity('burn', all))).toBe('Burnt 1 T0 and 499 more')
  })

  test('behavior: what is not known is not made up', () => {
    expect(say(activity('receive', [moved('in', 5n, '', { name: '' })], { from: '' }))).toBe(
      'Received an unknown token',
    )
    expect(say(activity('mint', [moved('in', 3n, '', { name: '', isCollectible: true })]))).toBe(
      'Minted 3 × a collectible',
    )
    expect(
      say(
        activity('approve', [moved('self', 0n, 'USDC', { isUnlimited: true })], {
          application: 'Demo Dex',
        }),
      ),
    ).toBe('Approved any amount of USDC for Demo Dex')
    expect(say(activity('trade', [moved('out', 5n, 'ETH')]))).toBe('Swapped 5 ETH')
    expect(say(activity('send', []))).toBe('Sent to 0x2222…2222')
  })

  test('behavior: a name that turns the reading round stays within itself', () => {
    expect(say(activity('receive', [moved('in', 5n, 'شمس')], { from: '' }))).toBe(
      'Received 5 \u2068شمس\u2069',
    )
    expect(say(activity('send', [moved('out', 1n, 'ETH')]), 'נר.eth')).toBe(
      'Sent 1 ETH to \u2068נר.eth\u2069',
    )
  })
})

describe('otherSide', () => {
  test('default', () => {
    expect(
      counterpartyAddressOf(activity('send', [moved('out', 1n, 'ETH', { counterparty: '0xabc' })])),
    ).toBe('0xabc')
    expect(counterpartyAddressOf(activity('receive', [moved('in', 1n, 'ETH')]))).toBe(own)
    expect(
      counterpartyAddressOf(
        activity('approve', [moved('self', 1n, 'ETH', { counterparty: '0xabc' })]),
      ),
    ).toBe('0xabc')
    for (const kind of ['trade', 'stake', 'deploy', 'wrap']) {
      expect(counterpartyAddressOf(activity(kind, []))).toBeUndefined()
    }
    expect(counterpartyAddressOf(activity('send', [], { to: '' }))).toBeUndefined()
  })
})

describe('ago', () => {
  test.each([
    [{ count: 44, unit: 'second' }, '44 sec ago'],
    [{ count: 1, unit: 'minute' }, '1 min ago'],
    [{ count: 44, unit: 'minute' }, '44 min ago'],
    [{ count: 1, unit: 'hour' }, '1 hr ago'],
    [{ count: 21, unit: 'hour' }, '21 hrs ago'],
    [{ count: 1, unit: 'day' }, '1 d ago'],
    [{ count: 25, unit: 'day' }, '25 d ago'],
    [{ count: 1, unit: 'month' }, '1 mo ago'],
    [{ count: 10, unit: 'month' }, '10 mo ago'],
    [{ count: 1, unit: 'year' }, '1 yr ago'],
    [{ count: 9, unit: 'year' }, '9 yr ago'],
  ] as const)('behavior: %o is %s', (relative, text) => {
    expect(activityWords.ago({ ...relative, isFuture: false })).toBe(text)
    expect(activityWords.ago({ ...relative, isFuture: true })).toBe(`in ${text.slice(0, -4)}`)
  })
})
