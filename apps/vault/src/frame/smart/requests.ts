import { LatchkeyError } from '@latchkey/protocol'
import { race } from '@latchkey/protocol/race'
import {
  endDelegationMethod,
  estimateCallsMethod,
  readDelegationMethod,
} from '@latchkey/protocol/vault'
import type { SmartAccount } from './account.ts'
import { readCalls, readSendTransaction, readUserOperation } from './calls.ts'
import { readCapabilities } from './capabilities.ts'
import { endDelegation, type OwnAccount, readDelegation } from './delegation.ts'
import { estimateFee } from './estimate-fee.ts'
import { runOperation } from './run-operation.ts'
import { sendRawTransaction } from './send.ts'
import { sendCalls } from './send-calls.ts'
import type { SmartRequest } from './smart-request.ts'
import { findSentCalls, readStatus } from './status.ts'

/**
 * Answers the requests of EIP-5792, the requests about delegation, and every transaction of the
 * contract account.
 * @throws with EIP-5792's codes as `sourceCode`
 */
export async function runSmartRequest(context: SmartRequest): Promise<unknown> {
  const { method, params, chain } = context.asked
  switch (method) {
    case 'wallet_getCapabilities':
      return readCapabilities(context)
    case 'wallet_getCallsStatus':
      return readStatus(context)
    case 'wallet_showCallsStatus':
      // The dialog shows the status of the calls, so only their id is checked here: an unknown id
      // is refused with the error 5730 of EIP-5792.
      await findSentCalls(context)
      return null
    case estimateCallsMethod:
      return estimateFee(context)
    case readDelegationMethod:
      return readDelegation(params, ownAccountOf(context), context.node)
    case endDelegationMethod: {
      const prepareDelegationEnd = () => endDelegation(params, ownAccountOf(context), context.node)
      return sendRawTransaction(
        context,
        (await context.approve(context.record.addresses.eip155, prepareDelegationEnd)).signed,
      )
    }
    case 'wallet_sendCalls':
      return sendCalls(context, readCalls(params, chain, context.smart))
    case 'eth_sendUserOperation': {
      const smartAccount = requireContract(context)
      return (await runOperation(context, smartAccount, readUserOperation(params, smartAccount)))
        .hash
    }
    default: {
      const smartAccount = requireContract(context)
      const { receipt } = await runOperation(context, smartAccount, [
        readSendTransaction(params, smartAccount),
      ])
      // The hash is returned even if the user operation reverted, because it is on the chain and
      // paid for; the page can read its result by the hash.
      const { transaction } = await race(() => receipt, context.signal)
      return transaction
    }
  }
}

function requireContract({ smart, asked }: SmartRequest): SmartAccount {
  if (!smart) throw new LatchkeyError('request-not-allowed', { reason: asked.method })
  return smart
}

const ownAccountOf = ({ smart, record, asked: { chain } }: SmartRequest): OwnAccount => ({
  chain,
  address: record.addresses.eip155,
  delegate: smart?.says.delegate,
})
