import type { OrderStatus } from '@latchkey/protocol'
import { orderStatuses } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { buyWords } from '../../words/en/buy.ts'
import { isFinalStage, type Stage, stageOfDeposit, stageOfOrder } from './progress.ts'
import { describeProgress } from './progress-words.ts'

const order = { kind: 'order', name: 'Harbor Pay', symbol: 'ETH' } as const
const plain = {
  isAway: false,
  isBlocked: false,
  isWindowClosed: false,
  isSlow: false,
  bought: undefined,
}
const title = (status: OrderStatus): string =>
  describeProgress(buyWords, stageOfOrder(status), order, plain).title

describe('sayProgress', () => {
  test('default', () => {
    expect(
      orderStatuses.map((status) => [status, title(status), isFinalStage(stageOfOrder(status))]),
    ).toEqual([
      ['created', 'Continue in Harbor Pay', false],
      ['paying', 'Continue in Harbor Pay', false],
      ['pending', 'Payment is being checked', false],
      ['delivering', 'On its way', false],
      ['done', 'Bought', true],
      ['declined', 'Declined', true],
      ['abandoned', 'Not finished', true],
      ['failed', 'Not delivered', true],
    ])
  })

  test('behavior: a deposit is never called bought', () => {
    const say = (status: Parameters<typeof stageOfDeposit>[0]): string =>
      describeProgress(buyWords, stageOfDeposit(status), { ...order, kind: 'deposit' }, plain).title
    expect([say('UNKNOWN'), say('IN_PROGRESS'), say('SUCCESS'), say('FAILED')]).toEqual([
      'Continue in Harbor Pay',
      'Continue in Harbor Pay',
      'Deposited',
      'Not deposited',
    ])
  })

  test('behavior: what stands still for long is not lost, and is said to be so; an end is an end', () => {
    const slow = (stage: Stage): string =>
      describeProgress(buyWords, stage, order, { ...plain, isSlow: true }).hint
    for (const stage of ['waiting', 'checking', 'delivering'] as const) {
      expect(slow(stage)).toContain('Nothing is lost')
    }
    for (const stage of ['done', 'declined', 'failed'] as const) {
      expect(slow(stage)).not.toContain('Nothing is lost')
    }
  })

  test('behavior: a blocked window counts more than a closed one', () => {
    const now = { ...plain, isBlocked: true, isWindowClosed: true }
    expect(describeProgress(buyWords, 'waiting', order, now).title).toBe(
      'Harbor Pay is not open yet',
    )
  })
})
