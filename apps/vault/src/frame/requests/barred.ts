import type { Reading } from '../../decode/reading.ts'

/**
 * The amount that leaves the account with a request: the chain's own coin and the fee, in base
 * units. It is compared with the limit that applies before recovery is set up. A message sends
 * nothing. Null when the amount cannot be told (tokens, approvals, typed data, unknown calls), so
 * that the request must wait for recovery.
 */
export function outgoingAmount(reading: Reading, account: string): bigint | null {
  if (reading.kind === 'message' || reading.kind === 'sign-in') return 0n
  if (reading.kind === 'bitcoin') {
    const { inputs, outputs } = reading
    const signedInputs = inputs.filter(({ isSigned }) => isSigned)
    if (
      signedInputs.length === 0 ||
      signedInputs.some(({ amount }) => amount === null) ||
      reading.warnings.includes('open-signature')
    )
      return null
    const returnedAmount = outputs
      .filter(({ isOwn }) => isOwn)
      .reduce((sum, { amount }) => sum + amount, 0n)
    const leavingAmount =
      signedInputs.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n) - returnedAmount
    return leavingAmount < 0n ? 0n : leavingAmount
  }
  if (reading.kind !== 'transaction' || reading.fee === undefined || reading.steps.length === 0)
    return null
  const isFromAccount = (sender: string | undefined) =>
    sender === undefined || sender.toLowerCase() === account.toLowerCase()
  const stepAmounts = reading.steps.map((step) => {
    // Ending a delegation sends nothing but the fee.
    if (step.kind === 'note' || (step.kind === 'delegate' && step.isCleared)) return 0n
    return step.kind === 'send-coin' && isFromAccount(step.from) ? step.amount : null
  })
  if (stepAmounts.some((amount) => amount === null) || reading.warnings.length > 0) return null
  return stepAmounts.reduce<bigint>((sum, amount) => sum + (amount ?? 0n), reading.fee)
}
