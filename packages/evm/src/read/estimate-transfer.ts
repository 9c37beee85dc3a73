import type { ReadSource, Transfer, TransferEstimate, TransferNote } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import { nativeAsset } from '../chains.ts'
import { addressOfAccount } from '../encoding/account.ts'
import { encodeQuantity, isHex } from '../encoding/hex.ts'
import type { Gas } from '../transaction/gas.ts'
import { makeTransferCall } from '../transaction/transfer-call.ts'
import { computeGasLimit, computeMaxFee, readFees, readGas } from './fees.ts'

/**
 * Estimates the highest cost of a transfer: its gas (a fifth more when code runs), times one and a
 * half base fees plus the tip (EIP-1559) or times the gas price. Throws `receiver-invalid` for an
 * address with a wrong EIP-55 checksum, or what the node threw.
 */
export async function estimateTransfer(
  source: ReadSource,
  transfer: Transfer,
): Promise<TransferEstimate> {
  const call = makeTransferCall(transfer)
  await checkAddressChecksum(transfer.to)
  const senderAddress = addressOfAccount(transfer.from)
  const request = {
    from: senderAddress,
    to: call.to,
    value: encodeQuantity(call.value),
    ...(call.data && { data: call.data }),
  }
  const [gas, notes, fees] = await Promise.all([
    source.request('eth_estimateGas', [request]),
    readTransferNotes(source, transfer),
    readFees(source),
  ])
  const gasFees: Gas = { gas: computeGasLimit(readGas(gas)), ...fees }
  return { fee: computeMaxFee(gasFees), feeAsset: nativeAsset(source.chain), notes, data: gasFees }
}

/** Collects the warnings about the receiver of a transfer. Throws what the node threw. */
export async function readTransferNotes(
  source: ReadSource,
  transfer: Transfer,
): Promise<readonly TransferNote[]> {
  const receiverCode = await source.request('eth_getCode', [formatReceiver(transfer), 'latest'])
  // An account with a delegation (EIP-7702: 0xef0100 and an address) still has a key.
  const isContract =
    isHex(receiverCode) &&
    receiverCode !== '0x' &&
    !(receiverCode.startsWith('0xef0100') && receiverCode.length === 48)
  return isContract ? ['contract-receiver'] : []
}

function formatReceiver({ to }: Transfer): string {
  return to.startsWith('0x') ? to : `0x${to}`
}

/** Checks the EIP-55 checksum, unless all letters have the same case. Throws `receiver-invalid`. */
export async function checkAddressChecksum(to: string): Promise<void> {
  const hexDigits = to.replace(/^0x/, '')
  if (hexDigits === hexDigits.toLowerCase() || hexDigits === hexDigits.toUpperCase()) return
  const { checksumAddress } = await import('viem')
  if (checksumAddress(`0x${hexDigits}`.toLowerCase() as `0x${string}`) !== `0x${hexDigits}`)
    throw new LatchkeyError('receiver-invalid', {
      reason: 'the capitals of the address do not fit it (EIP-55)',
    })
}
