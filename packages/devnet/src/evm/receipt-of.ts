import { createPublicClient, type Hex, http, type TransactionReceipt } from 'viem'

/**
 * Waits for the receipt of a transaction, asking for nothing else. viem's own wait looks when a
 * block arrives: where every transaction has a block of its own and the receipt comes a moment
 * after it, nothing ever tells it to look again.
 */
export async function receiptOf(url: string, hash: Hex): Promise<TransactionReceipt> {
  const client = createPublicClient({ transport: http(url) })
  for (;;) {
    const receipt = await client
      .getTransactionReceipt({ hash })
      .catch((error: { name?: unknown }) => {
        if (error.name === 'TransactionReceiptNotFoundError') return undefined
        throw error
      })
    if (receipt) return receipt
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
