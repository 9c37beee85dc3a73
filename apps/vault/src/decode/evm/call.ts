import type { Step, Warning } from '../reading.ts'

/**
 * What a contract call appears to do, read from its data. What it really does depends on the
 * contract's code.
 */
export interface DecodedCall {
  readonly step: Step
  readonly warnings: readonly Warning[]
}

type WordReader = (index: number) => bigint
type CallReader = (contract: string, words: WordReader) => Step | null

const uint160Limit = 1n << 160n
/** An approval of at least half of the largest uint256 is shown as unlimited. */
const defaultUnlimitedFrom = 1n << 255n

const addressOfWord = (word: bigint): string | null =>
  word < uint160Limit ? `0x${word.toString(16).padStart(40, '0')}` : null
const booleanOfWord = (word: bigint): boolean | null => (word < 2n ? word === 1n : null)

/**
 * Functions that read the arguments of the known calls, by selector. `words` is the number of
 * 32-byte argument words; for calls with arguments of variable length it is the smallest number.
 */
const callReaders: Readonly<
  Record<string, { readonly words: number; readonly hasTail?: true; readonly read: CallReader }>
> = {
  // Selector of `transfer(address,uint256)`.
  '0xa9059cbb': {
    words: 2,
    read: (token, wordAt) =>
      stepIfDecoded(addressOfWord(wordAt(0)), (recipient) => ({
        kind: 'send-token',
        token,
        amount: wordAt(1),
        to: recipient,
      })),
  },
  // Selector of `transferFrom(address,address,uint256)`. The call does not tell whether the number
  // is an amount of a token or the id of a collectible, so neither is claimed.
  '0x23b872dd': {
    words: 3,
    read: (token, wordAt) =>
      stepIfDecoded(addressOfWord(wordAt(0)), (from) =>
        stepIfDecoded(addressOfWord(wordAt(1)), (recipient) => ({
          kind: 'send-token',
          token,
          amount: wordAt(2),
          from,
          to: recipient,
        })),
      ),
  },
  // Selector of `approve(address,uint256)`.
  '0x095ea7b3': {
    words: 2,
    read: (token, wordAt) =>
      stepIfDecoded(addressOfWord(wordAt(0)), (spender) =>
        allowanceStep(token, spender, wordAt(1)),
      ),
  },
  // Selector of `increaseAllowance(address,uint256)`.
  '0x39509351': {
    words: 2,
    read: (token, wordAt) =>
      stepIfDecoded(addressOfWord(wordAt(0)), (spender) => {
        const step = allowanceStep(token, spender, wordAt(1))
        return step.kind === 'allow-token' ? { ...step, isAdded: true } : null
      }),
  },
  // Selector of `permit(address,address,uint256,uint256,uint8,bytes32,bytes32)`.
  '0xd505accf': {
    words: 7,
    read: (token, wordAt) =>
      stepIfDecoded(addressOfWord(wordAt(1)), (spender) =>
        allowanceStep(token, spender, wordAt(2), wordAt(3)),
      ),
  },
  // Selector of Permit2's `approve(address,address,uint160,uint48)`.
  '0x87517c45': {
    words: 4,
    read: (_, wordAt) =>
      stepIfDecoded(addressOfWord(wordAt(0)), (token) =>
        stepIfDecoded(addressOfWord(wordAt(1)), (spender) =>
          wordAt(2) < uint160Limit
            ? allowanceStep(token, spender, wordAt(2), wordAt(3), uint160Limit / 2n)
            : null,
        ),
      ),
  },
  // Selector of `setApprovalForAll(address,bool)`.
  '0xa22cb465': {
    words: 2,
    read: (collection, wordAt) =>
      stepIfDecoded(addressOfWord(wordAt(0)), (operator) =>
        stepIfDecoded(booleanOfWord(wordAt(1)), (isAllowed) => ({
          kind: 'allow-all-nft',
          collection,
          operator,
          isAllowed,
        })),
      ),
  },
  // Selector of `safeTransferFrom(address,address,uint256)`.
  '0x42842e0e': { words: 3, read: (collection, wordAt) => nftStep(collection, wordAt, 1n) },
  // Selector of `safeTransferFrom(address,address,uint256,bytes)`.
  '0xb88d4fde': {
    words: 5,
    hasTail: true,
    read: (collection, wordAt) => (wordAt(3) === 128n ? nftStep(collection, wordAt, 1n) : null),
  },
  // Selector of `safeTransferFrom(address,address,uint256,uint256,bytes)`.
  '0xf242432a': {
    words: 6,
    hasTail: true,
    read: (collection, wordAt) =>
      wordAt(4) === 160n ? nftStep(collection, wordAt, wordAt(3)) : null,
  },
}

/** Number of hex digits of the mark (an order's id) that a payment has after its call data. */
const markLength = 32

/**
 * Reads what a call of `contract` with `data` (hex) does. An unknown call becomes a step of the
 * kind `call`, which shows the data.
 */
export function readCall(contract: string, data: string): DecodedCall {
  const selector = data.slice(0, 10).toLowerCase()
  const reader = Object.hasOwn(callReaders, selector) ? callReaders[selector] : undefined
  const length = (data.length - 10) / 64
  if (reader && length >= reader.words) {
    const step = reader.read(contract, (index) =>
      BigInt(`0x${data.slice(10 + index * 64, 74 + index * 64)}`),
    )
    if (step) {
      const extraData = reader.hasTail ? '' : data.slice(10 + reader.words * 64)
      if (step.kind === 'send-token' && extraData.length === markLength)
        return { step: { ...step, mark: `0x${extraData}` }, warnings: warningsOfStep(step) }
      const hasExtraData = extraData.length > 0
      return {
        step,
        warnings: [...warningsOfStep(step), ...(hasExtraData ? (['extra-data'] as const) : [])],
      }
    }
  }
  return { step: { kind: 'call', to: contract, data }, warnings: ['unknown-call'] }
}

/** Warnings that a step causes by itself, whatever else the request does. */
export function warningsOfStep(step: Step): readonly Warning[] {
  if (step.kind === 'allow-token' && step.amount === null) return ['unbounded']
  if (step.kind === 'allow-all-nft' && step.isAllowed) return ['all-nfts']
  if (step.kind === 'delegate' && step.isOwners) return ['delegation-owners']
  if (step.kind === 'delegate' && !step.isCleared)
    return ['delegation', ...(step.chain === 0n ? (['every-chain'] as const) : [])]
  if (step.kind === 'give-away') return ['ownership']
  if (step.kind === 'burn') return ['burns']
  if (step.kind === 'call' || step.kind === 'program' || step.kind === 'deploy')
    return ['unknown-call']
  return []
}

/**
 * The step that an approval to spend tokens is shown as; an amount of zero revokes the approval.
 * From the amount `unlimitedFrom` on it counts as unlimited.
 */
export function allowanceStep(
  token: string,
  spender: string,
  amount: bigint,
  expiresAt?: bigint,
  unlimitedFrom: bigint = defaultUnlimitedFrom,
): Step {
  if (amount === 0n) return { kind: 'revoke-token', token, spender }
  const expiry =
    expiresAt === undefined ? {} : { until: expiresAt > 253_402_300_799n ? null : expiresAt }
  return {
    kind: 'allow-token',
    token,
    spender,
    amount: amount >= unlimitedFrom ? null : amount,
    ...expiry,
  }
}

function nftStep(collection: string, wordAt: WordReader, amount: bigint): Step | null {
  return stepIfDecoded(addressOfWord(wordAt(0)), (from) =>
    stepIfDecoded(addressOfWord(wordAt(1)), (recipient) => ({
      kind: 'send-nft',
      collection,
      number: wordAt(2),
      amount,
      from,
      to: recipient,
    })),
  )
}

function stepIfDecoded<T>(value: T | null, makeStep: (value: T) => Step | null): Step | null {
  return value === null ? null : makeStep(value)
}
