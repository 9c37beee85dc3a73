import type { Kit } from '@latchkey/core'
import { inWords } from '@latchkey/protocol'
import type { ClarityHex } from '../encoding/clarity-value.ts'
import {
  askTransaction,
  findActiveStacks,
  type SentTransaction,
  type TransactionOptions,
} from './ask-active.ts'

/**
 * Calls a public function of a contract through the connected wallet. Throws `not-connected`,
 * `rpc-invalid-params`, or the code of the wallet's error.
 */
export function callContract(
  kit: Kit,
  parameters: TransactionOptions & {
    /** Contract as `ADDRESS.name`. */
    readonly contract: string
    readonly functionName: string
    readonly functionArgs?: readonly ClarityHex[]
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
    readonly functionArgs?: readonly ClarityHex[]
  },
): Promise<SentTransaction> {
  const { account, contract, functionName, functionArgs = [], ...options } = parameters
  const callParams = { contract, functionName, functionArgs }
  return askTransaction(findActiveStacks(kit, account), 'stx_callContract', callParams, options)
}
