import type { Kit } from '@latchkey/core'
import { type AccountId, type ChainId, chainOf, inWords, LatchkeyError } from '@latchkey/protocol'
import { activeConnector } from '../connect/active-connector.ts'
import { addressOfAccount } from '../encoding/account.ts'
import { hexOfChain } from '../encoding/chain-id.ts'
import { encodeQuantity, isHash } from '../encoding/hex.ts'
import { checkCall } from '../transaction/check-call.ts'
import { askConnector } from './ask-connector.ts'

/**
 * Asks the wallet to send one transaction; the wallet estimates the fields that are not given. The
 * promise resolves when the wallet has sent the transaction; `waitForTransaction` waits until it is
 * in a block.
 * @throws `not-connected`, `chain-mismatch`, `account-missing`, `receiver-invalid`,
 * `amount-invalid`, `rpc-invalid-params`, `feature-unsupported`, `wallet-answer-invalid`, or what
 * the wallet's error means, such as `user-rejected` and `insufficient-funds`
 *
 * @example const { hash } = await sendTransaction(kit, { to: receiver, value: parseEther('0.1') })
 */
export function sendTransaction(
  kit: Kit,
  parameters: sendTransaction.Parameters,
): Promise<sendTransaction.ReturnType> {
  return inWords(runSendTransaction(kit, parameters))
}

async function runSendTransaction(
  kit: Kit,
  parameters: sendTransaction.Parameters,
): Promise<sendTransaction.ReturnType> {
  const { session } = activeConnector(kit, parameters.account)
  const { account = session.selected, chain = chainOf(account), signal } = parameters
  if (chain !== chainOf(session.selected))
    throw new LatchkeyError('chain-mismatch', {
      reason: `the wallet is on ${chainOf(session.selected)}, the transaction on ${chain}`,
    })
  if (!session.accounts.some((one) => one.account === account))
    throw new LatchkeyError('account-missing', { reason: account })
  const { to, value = 0n, data = '0x', gas, maxFeePerGas, maxPriorityFeePerGas, nonce } = parameters
  const call = checkCall({ to, value, data })
  const transaction = {
    from: addressOfAccount(account),
    to: call.to,
    value: encodeQuantity(value),
    chainId: hexOfChain(chain),
    ...(data !== '0x' && { data: call.data }),
    ...(gas !== undefined && { gas: encodeQuantity(gas) }),
    ...(maxFeePerGas !== undefined && { maxFeePerGas: encodeQuantity(maxFeePerGas) }),
    ...(maxPriorityFeePerGas !== undefined && {
      maxPriorityFeePerGas: encodeQuantity(maxPriorityFeePerGas),
    }),
    ...(nonce !== undefined && { nonce: encodeQuantity(BigInt(nonce)) }),
  }
  const hash = await askConnector(kit, {
    method: 'eth_sendTransaction',
    params: [transaction],
    account,
    signal,
  })
  if (!isHash(hash))
    throw new LatchkeyError('wallet-answer-invalid', {
      reason: 'eth_sendTransaction answered no hash',
    })
  return { hash, account }
}

export declare namespace sendTransaction {
  type Parameters = {
    /** Address of the receiver or of the contract to call. */
    readonly to: `0x${string}`
    /** Amount of the chain's coin to send, in wei; default 0. */
    readonly value?: bigint | undefined
    /** Call data in hex; empty by default. */
    readonly data?: `0x${string}` | undefined
    /** Gas limit; default the wallet's estimate. */
    readonly gas?: bigint | undefined
    /** Highest price per gas in wei (EIP-1559); default: the wallet's choice. */
    readonly maxFeePerGas?: bigint | undefined
    /** Tip per gas in wei for the block's producer (EIP-1559); default: the wallet's choice. */
    readonly maxPriorityFeePerGas?: bigint | undefined
    /** Nonce of the transaction; default: the account's next one. */
    readonly nonce?: number | undefined
    /**
     * CAIP-10 id of an account of any connected wallet; default the selected account of the active
     * one.
     */
    readonly account?: AccountId | undefined
    /** CAIP-2 id of the chain; it must be the wallet's present chain, which is also the default. */
    readonly chain?: ChainId | undefined
    readonly signal?: AbortSignal | undefined
  }
  type ReturnType = { readonly hash: `0x${string}`; readonly account: AccountId }
}
