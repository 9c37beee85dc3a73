import type { Guard } from './guard.ts'

const frame = 'apps/vault/src/frame'

/**
 * Guards of small payments, which a visitor approves in the frame, where a page could hide
 * something.
 */
export const smallGuards = {
  'small-receiver': {
    file: `${frame}/requests/small-sum.ts`,
    text: 'normalizeAddress(address) === payment.to',
    off: 'true',
  },
  'small-limit': {
    file: `${frame}/requests/small-sum.ts`,
    text: 'amount + fee <= BigInt(most)',
    off: 'amount <= BigInt(most)',
  },
  'small-one': {
    file: `${frame}/requests/small-sum.ts`,
    text: "step?.kind !== 'send-coin' || otherItems.length > 0",
    off: 'false',
  },
  'small-method': {
    file: `${frame}/requests/small-sum.ts`,
    text: 'payingMethods[family] !== method',
    off: 'false',
  },
  'small-kept': {
    file: `${frame}/requests/small-sum.ts`,
    text: 'reading.isSentByPage',
    off: 'false',
  },
  'small-day': {
    file: `${frame}/requests/open-small-payments.ts`,
    text: 'spentToday + paymentCost > sum.day',
    off: 'false',
  },
} as const satisfies Readonly<Record<string, Guard>>
