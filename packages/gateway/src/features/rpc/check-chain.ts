import { type ChainId, namespaceOf, referenceOf } from '@latchkey/protocol'

/** Sends one question (a method or a path) to a node; undefined when it does not answer. */
type AskNode = (url: string, question: string, signal: AbortSignal) => Promise<unknown>

/** Whether the node at an address belongs to the chain it is configured for. */
type CheckChain = (chain: ChainId, url: string, signal: AbortSignal) => Promise<boolean>

/** How the nodes of a family are asked which chain they belong to. */
interface ChainNaming {
  /** A JSON-RPC method, or a path of a REST server. */
  readonly question: string
  /**
   * CAIP-2 references that are checked; others are names the operator chose (`solana:localnet`).
   */
  readonly references: RegExp
  /** Converts the answer to a CAIP-2 reference. */
  readonly read: (answer: unknown) => string | undefined
}

const textLike =
  (pattern: RegExp, read: (text: string) => string) =>
  (answer: unknown): string | undefined =>
    typeof answer === 'string' && pattern.test(answer) ? read(answer) : undefined

/**
 * By namespace; Solana and Bitcoin chains are identified by the first 32 characters of the genesis
 * block's hash.
 */
const namings: Readonly<Record<string, ChainNaming>> = {
  eip155: {
    question: 'eth_chainId',
    references: /^\d+$/,
    read: textLike(/^0x[\da-f]{1,16}$/i, (text) => String(BigInt(text))),
  },
  solana: {
    question: 'getGenesisHash',
    references: /^[1-9A-HJ-NP-Za-km-z]{32}$/,
    read: textLike(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, (text) => text.slice(0, 32)),
  },
  bip122: {
    question: '/block-height/0',
    references: /^[\da-f]{32}$/,
    read: textLike(/^[\da-f]{64}$/, (text) => text.slice(0, 32)),
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

const rightMs = 600_000
const wrongMs = 30_000

/**
 * Checks the chain of a node: balances and nonces of another chain would be accepted as true. Only
 * a node that reports another chain is skipped; a node that reports none is used.
 * @param now - milliseconds of a monotonic clock
 */
export function checkChain(
  ask: AskNode,
  onWrong: (chain: ChainId) => void = () => {},
  now: () => number = () => performance.now(),
): CheckChain {
  const checkCache = new Map<
    string,
    { readonly until: number; readonly isRight: Promise<boolean> }
  >()
  const checkNode = async (
    chain: ChainId,
    url: string,
    { question, read }: ChainNaming,
    signal: AbortSignal,
  ): Promise<boolean> => {
    const reportedChain = read(await ask(url, question, signal).catch(() => undefined))
    const isRight = reportedChain === undefined || reportedChain === referenceOf(chain)
    if (!isRight) onWrong(chain)
    const key = `${chain} ${url}`
    const last = checkCache.get(key)
    // A node that did not report its chain is asked again soon.
    if (last)
      checkCache.set(key, {
        ...last,
        until: now() + (reportedChain !== undefined && isRight ? rightMs : wrongMs),
      })
    return isRight
  }
  return async (chain, url, signal) => {
    const naming = namings[namespaceOf(chain)]
    if (!naming?.references.test(referenceOf(chain))) return true
    const key = `${chain} ${url}`
    const last = checkCache.get(key)
    if (last && last.until > now()) return last.isRight
    const isRight = checkNode(chain, url, naming, signal)
    checkCache.set(key, { until: now() + wrongMs, isRight })
    return isRight
  }
}
