import { entryPoint } from '@latchkey/protocol/vault'
import { smartAddress } from '../../keys/smart-address.ts'
import type { ApprovalRequest, Reading, Step } from '../reading.ts'
import type { PlainCall } from './abi-calls.ts'
import { warningsOfStep } from './call.ts'
import { refuseRequest } from './smart-fields.ts'
import { zeroAddress } from './smart-forms.ts'
import { decodeCall, uniqueWarnings } from './transaction.ts'

/**
 * Whether a call would act as the owner of one of the key's accounts, directly or through the entry
 * point. No page may do that.
 */
export function canChangeOwnAccount({ to, data }: PlainCall, accounts: readonly string[]): boolean {
  const protectedAddresses = [...accounts, entryPoint].map((one) => one.toLowerCase())
  // ERC-7821 reads the zero address as the account's own.
  return to === zeroAddress || (data !== '0x' && protectedAddresses.includes(to))
}

/**
 * Reads the calls of an operation or a batch as the steps of one transaction. It is unreadable when
 * a call is, or when one could change one of the key's accounts.
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
