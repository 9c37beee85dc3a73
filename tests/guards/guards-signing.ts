import type { Guard } from './guard.ts'

const vault = 'apps/vault/src'

/**
 * Guards of the bytes that are signed: a chain could accept a signature for more than the visitor
 * saw.
 */
export const signingGuards = {
  'solana-message-shown': {
    file: `${vault}/decode/solana/transaction.ts`,
    text: 'readSignable(bytes)',
    off: '{ content: bytes }',
  },
  'solana-message-worker': {
    file: `${vault}/worker/solana-payload.ts`,
    text: '!readSignable(bytes)',
    off: 'false',
  },
  'solana-configured': {
    file: `${vault}/frame/account/describe-session.ts`,
    text: "(family !== 'solana' || Object.hasOwn(rpc, chain))",
    off: 'true',
  },
  'solana-network': {
    file: `${vault}/decode/solana/network.ts`,
    text: "networkMatches.includes('elsewhere')",
    off: 'false',
  },
  'typed-unknown': {
    file: `${vault}/decode/typed/data.ts`,
    text: "typedDataMeaning?.warnings ?? (['unknown-data'] as const)",
    off: 'typedDataMeaning?.warnings ?? []',
  },
  'solana-one-limit': {
    file: `${vault}/frame/requests/count-together.ts`,
    text: "chain.startsWith('solana:') ? other.startsWith('solana:') : other === chain",
    off: 'other === chain',
  },
  'psbt-amounts': {
    file: `${vault}/frame/requests/check-amounts.ts`,
    text: '!isSame',
    off: 'false',
  },
} as const satisfies Readonly<Record<string, Guard>>
