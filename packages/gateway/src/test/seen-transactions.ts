import type { Hex } from 'viem'
import type { SeenTransaction } from '../families/evm/history/seen.ts'
import type { Approval, Movement } from '../families/evm/index-chain/decode-log.ts'

export const at = (digit: string): Hex => `0x${digit.repeat(40)}`
export const hashOf = (number: number): Hex => `0x${number.toString(16).padStart(64, '0')}`
export const [zero, me, other, contract, token, pool] = ['0', 'a', 'b', 'c', '1', '2'].map(at) as [
  Hex,
  Hex,
  Hex,
  Hex,
  Hex,
  Hex,
]

/** A movement of coin from `me` to `other`, changed by `more`. */
export function movement(more: Partial<Movement> = {}): Movement {
  const isCoin = more.token === undefined || more.token === null
  return {
    position: isCoin ? -1 : 0,
    part: 0,
    kind: isCoin ? 'coin' : 'erc20',
    token: null,
    tokenId: null,
    amount: 10n ** 18n,
    from: me,
    to: other,
    ...more,
  }
}

export function approval(more: Partial<Approval> = {}): Approval {
  return {
    position: 0,
    token,
    owner: me,
    spender: contract,
    amount: 5n,
    tokenId: null,
    isAll: null,
    ...more,
  }
}

/** A call by `me` on `contract` that did nothing, changed by `more`. */
export function transaction(more: Partial<SeenTransaction> = {}): SeenTransaction {
  return {
    chain: 'eip155:31337',
    block: 7,
    place: 0,
    hash: hashOf(7),
    from: me,
    to: contract,
    created: null,
    nonce: 3,
    fee: 21_000n,
    isSuccess: true,
    selector: '0x12345678',
    value: 0n,
    minedAt: 1_700_000_007_000,
    movements: [],
    approvals: [],
    movementCount: more.movements?.length ?? 0,
    ...more,
  }
}
