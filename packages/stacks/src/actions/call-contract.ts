import type { Kit } from '@latchkey/core'
import { inWords } from '@latchkey/protocol'
import { type ClarityArgument, writeClarity } from '../encoding/clarity-object.ts'
import {
  askTransaction,
  findActiveStacks,
  type SentTransaction,
  type TransactionOptions,
} from './ask-active.ts'

/**
 * Calls a public function of a contract through the connected wallet. Throws `not-connected`,
 * `rpc-invalid-params`, or the code of the wallet's error.
 *
 * @example
 * const { txid } = await callContract(kit, {
 *   contract: 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE.market',
 *   functionName: 'buy',
 *   functionArgs: [clarity.uint(7n)],
 *   postConditions: [{ kind: 'stx', principal: 'origin', is: 'at-most', amount: 5_000_000n }],
 * })
 */
export function callContract(
  kit: Kit,
  parameters: TransactionOptions & {
    /** Contract as `ADDRESS.name`. */
    readonly contract: string
    readonly functionName: string
    /** Clarity values in order, made by `clarity` or by `Cl` of `@stacks/transactions`. */
    readonly functionArgs?: readonly ClarityArgument[]
  },
): Promise<SentTransaction> {
  return inWords(runCallContract(kit, parameters))
}

async function runCallContract(
  kit: Kit,
  parameters: TransactionOptions & {
    /** Contract as `ADDRESS.name`. */
    readonly contract: string
    readonly functionName: string
    /** Clarity values in order, made by `clarity` or by `Cl` of `@stacks/transactions`. */
    readonly functionArgs?: readonly ClarityArgument[]
  },
): Promise<SentTransaction> {
  const { account, contract, functionName, functionArgs = [], ...options } = parameters
  const callParams = { contract, functionName, functionArgs: functionArgs.map(writeClarity) }
  return askTransaction(findActiveStacks(kit, account), 'stx_callContract', callParams, options)
}
