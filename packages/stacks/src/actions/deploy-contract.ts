import type { Kit } from '@latchkey/core'
import { inWords } from '@latchkey/protocol'
import {
  askTransaction,
  findActiveStacks,
  type SentTransaction,
  type TransactionOptions,
} from './ask-active.ts'

/**
 * Deploys a contract through the connected wallet. Throws `not-connected`, `rpc-invalid-params`, or
 * the code of the wallet's error.
 *
 * @example
 * const { txid } = await deployContract(kit, {
 *   name: 'door',
 *   clarityCode: '(define-read-only (answer) u42)',
 * })
 */
export function deployContract(
  kit: Kit,
  parameters: TransactionOptions & {
    /** Name of the contract, at most 128 bytes. */
    readonly name: string
    readonly clarityCode: string
    /** Version of the Clarity language; default: the wallet's choice. */
    readonly clarityVersion?: number
  },
): Promise<SentTransaction> {
  return inWords(runDeployContract(kit, parameters))
}

async function runDeployContract(
  kit: Kit,
  parameters: TransactionOptions & {
    /** Name of the contract, at most 128 bytes. */
    readonly name: string
    readonly clarityCode: string
    /** Version of Clarity; the wallet chooses it by default. */
    readonly clarityVersion?: number
  },
): Promise<SentTransaction> {
  const { account, name, clarityCode, clarityVersion, ...options } = parameters
  const deployParams = {
    name,
    clarityCode,
    ...(clarityVersion !== undefined && { clarityVersion }),
  }
  return askTransaction(findActiveStacks(kit, account), 'stx_deployContract', deployParams, options)
}
