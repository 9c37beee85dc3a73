import { chainOf, inWords, namespaceOf } from '@latchkey/protocol'
import type { Transfer, TransferEstimate } from '../contract/reader.ts'
import { adapterOf } from '../machine/adapter-of.ts'
import type { Kit } from '../machine/kit.ts'
import { readOwnField } from '../machine/read-own-field.ts'
import { readSource } from '../rpc/read-source.ts'
import { connectorIdOf } from '../wallet/ask-wallet.ts'

/**
 * Estimates the highest cost of a transfer and collects its warnings, without a prompt. The
 * connected wallet makes the estimate when it does not send like a plain account (for a contract
 * account, or when a sponsor pays the fee); otherwise the chain is asked.
 * @throws `chain-unsupported` | what the wallet or the reads throw, raw
 */
export function estimateTransfer(
  kit: Kit,
  parameters: { readonly transfer: Transfer; readonly signal?: AbortSignal | undefined },
): Promise<TransferEstimate> {
  return inWords(runEstimateTransfer(kit, parameters))
}

async function runEstimateTransfer(
  kit: Kit,
  { transfer, signal }: { readonly transfer: Transfer; readonly signal?: AbortSignal | undefined },
): Promise<TransferEstimate> {
  const chain = chainOf(transfer.from)
  const namespace = namespaceOf(chain)
  const source = readSource(kit, { chain, ...(signal ? { signal } : {}) })
  const connectorId = connectorIdOf(kit, transfer.from)
  const wallet = readOwnField(kit.getState().connectors, connectorId)
  const walletEstimate = await wallet?.features.estimateTransfer?.({
    transfer,
    chain: source.chain,
    source,
    ...(signal ? { signal } : {}),
  })
  return walletEstimate ?? adapterOf(kit, namespace).read.estimateTransfer(source, transfer)
}
