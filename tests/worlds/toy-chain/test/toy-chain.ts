/** A transfer as the toy chain takes it. */
export interface ToyTransaction {
  /** Reference of the network: `main` in `toy:main`. */
  readonly network: string
  readonly from: string
  readonly to: string
  /** Base units. */
  readonly amount: bigint
}

/** How a transaction stands, in the words of the chain. */
export type ToyStatus =
  | { readonly status: 'waiting' }
  | { readonly status: 'done'; readonly block: number; readonly fee: string }
  | { readonly status: 'refused'; readonly block: number; readonly fee: string }
  | { readonly status: 'replaced'; readonly by: string }

/** A whole chain in memory: balances, transfers, and how each of them ends. */
export interface ToyChain {
  /** Adds base units to an account. */
  fund(network: string, address: string, amount: bigint): void
  /** Takes a signed transaction; resolves to its hash. Throws a `toyError`. */
  submit(transaction: ToyTransaction): Promise<string>
  /** Answers a read as a node does, in JSON. Throws a `toyError`. */
  answer(network: string, method: string, params: unknown): unknown
  /** Puts every waiting transaction into one block. */
  mine(): void
  /** Ends a waiting transaction in another way than by a block. */
  end(hash: string, how: 'refuse' | 'replace' | 'forget'): void
  /** Whether transactions wait for `mine`; otherwise each is in a block at once. */
  isManual: boolean
}

/** The error of a wallet or node of the toy family: `toy` says what went wrong. */
export function toyError(toy: 'declined' | 'busy' | 'poor' | 'unheard'): Error {
  return Object.assign(new Error(`toy: ${toy}`), { toy })
}

/** What each transfer costs, in base units. */
export const toyFee = 1000n

export function createToyChain(options: { readonly isManual?: boolean } = {}): ToyChain {
  const balances = new Map<string, bigint>()
  const waiting = new Map<string, ToyTransaction>()
  const ended = new Map<string, ToyStatus>()
  const held = { block: 0, count: 0 }

  const keyOf = (network: string, address: string) => `${network}/${address.toLowerCase()}`
  const balanceOf = (network: string, address: string) =>
    balances.get(keyOf(network, address)) ?? 0n
  const addAmount = (network: string, address: string, amount: bigint) =>
    balances.set(keyOf(network, address), balanceOf(network, address) + amount)
  const inBlock = (status: 'done' | 'refused'): ToyStatus => ({
    status,
    block: held.block,
    fee: String(toyFee),
  })
  const mineWaiting = () => {
    held.block++
    for (const [hash, { network, from, to, amount }] of waiting) {
      waiting.delete(hash)
      addAmount(network, from, -(amount + toyFee))
      addAmount(network, to, amount)
      ended.set(hash, inBlock('done'))
    }
  }
  const takeWaiting = (hash: string): ToyTransaction => {
    const transaction = waiting.get(hash)
    if (!transaction) throw new Error(`no transaction ${hash} waits`)
    waiting.delete(hash)
    return transaction
  }

  const chain: ToyChain = {
    isManual: options.isManual ?? false,
    fund: addAmount,
    async submit(transaction) {
      const { network, from, amount } = transaction
      if (balanceOf(network, from) < amount + toyFee) throw toyError('poor')
      const hash = await hashText(`${network}/${from}/${++held.count}`)
      waiting.set(hash, transaction)
      if (!chain.isManual) mineWaiting()
      return hash
    },
    answer(network, method, params) {
      const [first] = Array.isArray(params) ? params : []
      if (method === 'toy_balance') return String(balanceOf(network, String(first)))
      if (method === 'toy_fee') return String(toyFee)
      if (method !== 'toy_transaction') throw toyError('unheard')
      if (waiting.has(String(first))) return { status: 'waiting' } satisfies ToyStatus
      return ended.get(String(first)) ?? null
    },
    mine: mineWaiting,
    end(hash, how) {
      const { network, from } = takeWaiting(hash)
      if (how === 'forget') return
      if (how === 'replace') {
        ended.set(hash, { status: 'replaced', by: [...hash].reverse().join('') })
        return
      }
      held.block++
      addAmount(network, from, -toyFee)
      ended.set(hash, inBlock('refused'))
    },
  }
  return chain
}

async function hashText(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
