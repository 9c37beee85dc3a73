import type { ChainId } from '@latchkey/protocol'

/** Asks a node of an address one question; undefined where it does not answer it. */
type AskNode = (url: string, method: string, signal: AbortSignal) => Promise<unknown>

/** Whether the node at an address is one of the chain it is listed for. */
type CheckChain = (chain: ChainId, url: string, signal: AbortSignal) => Promise<boolean>

const rightMs = 600_000
const wrongMs = 30_000

/**
 * A node of another chain is worse than none: balances, nonces and what is sent would be taken as they are. Only a node that
 * names another chain is passed over; one that does not say is as good as before. Others than `eip155` are not asked.
 */
export function checkChain(
  ask: AskNode,
  onWrong: (chain: ChainId) => void = () => {},
  now: () => number = Date.now,
): CheckChain {
  const kept = new Map<string, { readonly until: number; readonly isRight: Promise<boolean> }>()
  const check = async (chain: ChainId, url: string, signal: AbortSignal): Promise<boolean> => {
    const said = await ask(url, 'eth_chainId', signal).catch(() => undefined)
    const isNumber = typeof said === 'string' && /^0x[\da-f]{1,16}$/i.test(said)
    const isRight = !isNumber || `eip155:${BigInt(said)}` === chain
    if (!isRight) onWrong(chain)
    const key = `${chain} ${url}`
    const last = kept.get(key)
    // Who did not say is asked again soon.
    if (last) kept.set(key, { ...last, until: now() + (isNumber && isRight ? rightMs : wrongMs) })
    return isRight
  }
  return async (chain, url, signal) => {
    if (!chain.startsWith('eip155:')) return true
    const key = `${chain} ${url}`
    const last = kept.get(key)
    if (last && last.until > now()) return last.isRight
    const isRight = check(chain, url, signal)
    kept.set(key, { until: now() + wrongMs, isRight })
    return isRight
  }
}
