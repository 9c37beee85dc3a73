import { createPublicClient, type Hex, http, type TransactionReceipt } from 'viem'

/**
 * Waits for a transaction's receipt by polling. viem's own function polls only when there is a new
 * block. On this devnet each block has one transaction, whose receipt is available a moment after
 * the block, so viem's function would never return.
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
