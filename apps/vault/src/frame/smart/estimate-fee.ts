import { LatchkeyError } from '@latchkey/protocol'
import { completeEvm } from '../requests/complete-evm.ts'
import { completeBatch } from './batch.ts'
import { readEstimateRequest } from './calls.ts'
import { completeOperation } from './operation.ts'
import { type SmartRequest, smartNodeOf } from './smart-request.ts'

/** Estimates the maximum fee of a page's calls. Nothing is shown to the visitor or sent. */
export async function estimateFee(
  context: SmartRequest,
): Promise<{ readonly fee: string; readonly isSponsored: boolean }> {
  const { smart, record, node, asked } = context
  const { chain } = asked
  const { from: sender, calls } = readEstimateRequest(asked.params, chain)
  const ownAddress = record.addresses.eip155
  const answerFee = (fee: bigint, isSponsored = false) => ({
    fee: `0x${fee.toString(16)}`,
    isSponsored,
  })
  if (smart && sender === smart.address.toLowerCase()) {
    const [operation] = await completeOperation(calls, smart, smartNodeOf(context, smart))
    if (operation.paymaster) return answerFee(0n, true)
    const gas = [
      operation.callGasLimit,
      operation.verificationGasLimit,
      operation.preVerificationGas,
    ]
    return answerFee(
      gas.reduce((sum, one) => sum + BigInt(one), 0n) * BigInt(operation.maxFeePerGas),
    )
  }
  if (sender !== ownAddress.toLowerCase())
    throw new LatchkeyError('wallet-unauthorized', { sourceCode: 4100 })
  if (calls.length > 1 && smart?.says.delegate) {
    const [{ gas, maxFeePerGas }] = await completeBatch(calls, smart, smartNodeOf(context, smart))
    return answerFee(BigInt(gas) * BigInt(maxFeePerGas))
  }
  const fees = await Promise.all(
    calls.map(async ({ to, value, data }) => {
      const call = {
        from: ownAddress,
        to,
        value: `0x${value.toString(16)}`,
        ...(data !== '0x' && { data }),
      }
      const [{ gas, maxFeePerGas, gasPrice }] = await completeEvm([call], {
        chain,
        address: ownAddress,
        node,
      })
      return BigInt(gas ?? 0) * BigInt(maxFeePerGas ?? gasPrice ?? 0)
    }),
  )
  return answerFee(fees.reduce((sum, one) => sum + one, 0n))
}
