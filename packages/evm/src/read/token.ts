import type { Approval, Call, ReadSource } from '@latchkey/core'
import { type AccountId, type Asset, LatchkeyError } from '@latchkey/protocol'
import { addressOfAccount, tokenAddress } from '../encoding/account.ts'
import { addHexPrefix, isAddress } from '../encoding/address.ts'
import { isHex, readWord } from '../encoding/hex.ts'
import { allowanceCallData, decimalsCallData } from './token-calls.ts'

/**
 * Reads the amount of an ERC-20 token that `spender` may take; unlimited for the chain's coin,
 * which needs no approval. Throws `receiver-invalid`, `token-address-required`,
 * `rpc-answer-invalid`, or what the node threw.
 */
export async function allowance(
  source: ReadSource,
  parameters: { readonly owner: AccountId; readonly asset: Asset; readonly spender: string },
): Promise<bigint> {
  const { owner, asset, spender } = parameters
  if (asset.id.includes('/slip44:')) return (1n << 256n) - 1n
  if (!isAddress(spender))
    throw new LatchkeyError('receiver-invalid', { reason: 'the spender is no address' })
  const contractAddress = tokenAddress(asset.id)
  if (!contractAddress) throw new LatchkeyError('token-address-required', { reason: asset.id })
  const data = allowanceCallData(addressOfAccount(owner), spender)
  const amount = readWord(
    await source.request('eth_call', [{ to: contractAddress, data }, 'latest']),
  )
  if (amount === null)
    throw new LatchkeyError('rpc-answer-invalid', { reason: 'allowance answered no amount' })
  return amount
}

/** Reads a call as an ERC-20 approval; null for any call other than `approve(address,uint256)`. */
export function approval({ to, data, value }: Call): Approval | null {
  const [, spender = '', amount = ''] =
    /^0x095ea7b30{24}([\da-f]{40})([\da-f]{64})$/i.exec(data) ?? []
  if (!isAddress(to) || !isHex(data) || !spender || value !== 0n) return null
  return { token: addHexPrefix(to), spender: `0x${spender}`, amount: BigInt(`0x${amount}`) }
}

/**
 * Reads the decimal places of a token from its contract; for the chain's coin, those of the chain's
 * configuration. Throws `token-address-required`, `rpc-answer-invalid`.
 */
export async function decimals(source: ReadSource, asset: Asset): Promise<number> {
  if (asset.id.includes('/slip44:')) return source.chain.nativeCurrency.decimals
  const contractAddress = tokenAddress(asset.id)
  if (!contractAddress) throw new LatchkeyError('token-address-required', { reason: asset.id })
  const decimalPlaces = readWord(
    await source.request('eth_call', [{ to: contractAddress, data: decimalsCallData }, 'latest']),
  )
  if (decimalPlaces === null || decimalPlaces > 255n)
    throw new LatchkeyError('rpc-answer-invalid', { reason: 'decimals answered no number' })
  return Number(decimalPlaces)
}
