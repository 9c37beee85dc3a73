import { entryPoint } from '@latchkey/protocol/vault'
import { smartAddress } from '../../keys/smart-address.ts'
import type { ApprovalRequest, Reading, Step } from '../reading.ts'
import type { PlainCall } from './abi-calls.ts'
import { warningsOfStep } from './call.ts'
import { refuseRequest } from './smart-fields.ts'
import { zeroAddress } from './smart-forms.ts'
import { decodeCall, uniqueWarnings } from './transaction.ts'

/**
 * Whether a call could change one of the wallet's own accounts, because the account or the
 * EntryPoint would take it as a call of the owner. No page may make such a call.
 */
export function canChangeOwnAccount({ to, data }: PlainCall, accounts: readonly string[]): boolean {
  const protectedAddresses = [...accounts, entryPoint].map((one) => one.toLowerCase())
  // In an ERC-7821 batch the zero address stands for the account itself.
  return to === zeroAddress || (data !== '0x' && protectedAddresses.includes(to))
}

/**
 * Reads the calls of a user operation or a batch as the steps of one transaction. The whole is
 * unreadable when one call is, or when one could change an account of the wallet.
 */
export function readOwnCalls(
  request: ApprovalRequest,
  calls: readonly PlainCall[],
  precedingSteps: readonly Step[],
): Reading {
  const accounts = request.smart
    ? [request.smart.owner, smartAddress(request.smart, request.smart.owner)]
    : []
  if (calls.some((call) => canChangeOwnAccount(call, accounts))) return refuseRequest(request)
  const decodedCalls = calls.map(({ to, value, data }) =>
    decodeCall({ to, value: `0x${value.toString(16)}`, data }),
  )
  const readableCalls = decodedCalls.flatMap((decodedCall) => decodedCall ?? [])
  if (readableCalls.length !== calls.length) return refuseRequest(request)
  const steps = [...precedingSteps, ...readableCalls.flatMap((decodedCall) => decodedCall.steps)]
  return {
    kind: 'transaction',
    steps,
    warnings: uniqueWarnings([
      ...precedingSteps.flatMap(warningsOfStep),
      ...readableCalls.flatMap(({ warnings }) => warnings),
    ]),
    ...(steps.length > 1 && { batch: 'all-or-nothing' as const }),
  }
}
