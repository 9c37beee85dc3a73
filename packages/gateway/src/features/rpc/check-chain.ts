import { type ChainId, namespaceOf, referenceOf } from '@latchkey/protocol'

/**
 * Sends one JSON-RPC method or REST path to a node and returns its answer; undefined when it does
 * not answer.
 */
type AskNode = (url: string, question: string, signal: AbortSignal) => Promise<unknown>

/** Whether the node at a URL belongs to the chain for which it is configured. */
type CheckChain = (chain: ChainId, url: string, signal: AbortSignal) => Promise<boolean>

/** How the nodes of a chain family report to which chain they belong. */
interface ChainNaming {
  /** The JSON-RPC method, or path of a REST server, that reports the chain. */
  readonly question: string
  /**
   * Matches CAIP-2 references that can be checked; others are names that the operator chose (such
   * as `solana:localnet`).
   */
  readonly references: RegExp
  /** Converts a node's answer to a CAIP-2 reference. */
  readonly read: (answer: unknown) => string | undefined
}

const readMatchingText =
  (pattern: RegExp, read: (text: string) => string) =>
  (answer: unknown): string | undefined =>
    typeof answer === 'string' && pattern.test(answer) ? read(answer) : undefined

/**
 * How nodes report their chain, by CAIP-2 namespace. Solana and Bitcoin chains are identified by
 * the first 32 characters of the genesis block's hash.
 */
const namingByNamespace: Readonly<Record<string, ChainNaming>> = {
  eip155: {
    question: 'eth_chainId',
    references: /^\d+$/,
    read: readMatchingText(/^0x[\da-f]{1,16}$/i, (text) => String(BigInt(text))),
  },
  solana: {
    question: 'getGenesisHash',
    references: /^[1-9A-HJ-NP-Za-km-z]{32}$/,
    read: readMatchingText(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, (text) => text.slice(0, 32)),
  },
  bip122: {
    question: '/block-height/0',
    references: /^[\da-f]{32}$/,
    read: readMatchingText(/^[\da-f]{64}$/, (text) => text.slice(0, 32)),
  },
  stacks: {
    question: '/v2/info',
    references: /^\d+$/,
    read: (answer) => {
      const { network_id: id } = Object(answer) as { readonly network_id?: unknown }
      return Number.isSafeInteger(id) ? String(id) : undefined
    },
  },
}

const rightChainKeptMs = 600_000
const wrongChainKeptMs = 30_000

/**
 * Checks to which chain a node belongs, because balances and nonces of another chain would be
 * accepted as true. Only a node that reports another chain is skipped; a node that reports no chain
 * is used.
 * @param now - milliseconds of a monotonic clock
 */
export function checkChain(
  ask: AskNode,
  onWrong: (chain: ChainId) => void = () => {},
  now: () => number = () => performance.now(),
): CheckChain {
  const checkCache = new Map<
    string,
    { readonly until: number; readonly isRightChain: Promise<boolean> }
  >()
  const checkNode = async (
    chain: ChainId,
    url: string,
    { question, read }: ChainNaming,
    signal: AbortSignal,
  ): Promise<boolean> => {
    const reportedChain = read(await ask(url, question, signal).catch(() => undefined))
    const isRightChain = reportedChain === undefined || reportedChain === referenceOf(chain)
    if (!isRightChain) onWrong(chain)
    const key = `${chain} ${url}`
    const lastCheck = checkCache.get(key)
    // A node that reported no chain, or another one, is asked again after `wrongChainKeptMs`.
    if (lastCheck)
      checkCache.set(key, {
        ...lastCheck,
        until:
          now() +
          (reportedChain !== undefined && isRightChain ? rightChainKeptMs : wrongChainKeptMs),
      })
    return isRightChain
  }
  return async (chain, url, signal) => {
    const naming = namingByNamespace[namespaceOf(chain)]
    if (!naming?.references.test(referenceOf(chain))) return true
    const key = `${chain} ${url}`
    const lastCheck = checkCache.get(key)
    if (lastCheck && lastCheck.until > now()) return lastCheck.isRightChain
    const isRightChain = checkNode(chain, url, naming, signal)
    checkCache.set(key, { until: now() + wrongChainKeptMs, isRightChain })
    return isRightChain
  }
}
