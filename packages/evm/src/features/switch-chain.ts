import { type Chain, LatchkeyError } from '@latchkey/protocol'
import { hexOfChain, readChainId } from '../encoding/chain-id.ts'
import { explain } from '../errors.ts'
import type { Wire } from '../wire.ts'

interface Parameters {
  readonly chain: Chain
  /** Node URLs to give to a wallet that has to add the chain; default the URLs of `chain`. */
  readonly rpcUrls?: readonly string[]
  readonly signal: AbortSignal
}

/**
 * Switches the wallet to a chain (EIP-3326); when the wallet does not have the chain, it is asked
 * to add it first (EIP-3085). The switch counts only when `eth_chainId` confirms it. Throws
 * `chain-not-added`, `switch-failed`, or what the wallet threw.
 */
export async function switchChain(
  wire: Wire,
  { chain, rpcUrls, signal }: Parameters,
): Promise<void> {
  const options = { chain: chain.id, signal }
  const chainParams = [{ chainId: hexOfChain(chain.id) }]
  const isOnTargetChain = async () =>
    readChainId(await wire.ask('eth_chainId', undefined, options)) === chain.id
  // Some wallets answer before they have switched, so their chain is read twice.
  const hasSwitched = async () => {
    if (await isOnTargetChain()) return true
    await wire.nextChain(500)
    return isOnTargetChain()
  }

  if (wire.hasPresentChain && (await isOnTargetChain())) return
  try {
    await wire.ask('wallet_switchEthereumChain', chainParams, options)
  } catch (error) {
    if (!lacksChain(error)) throw error
    await addChain(wire, { chain, signal, ...(rpcUrls && { rpcUrls }) })
    if (!wire.hasPresentChain || (await isOnTargetChain())) return
    await wire.ask('wallet_switchEthereumChain', chainParams, options)
  }
  if (wire.hasPresentChain && !(await hasSwitched()))
    throw new LatchkeyError('switch-failed', {
      reason: `the wallet agreed, but is not on ${chain.id}`,
    })
}

async function addChain(
  wire: Wire,
  { chain, rpcUrls = chain.rpcUrls, signal }: Parameters,
): Promise<void> {
  const reason = `the wallet does not know ${chain.id}`
  // EIP-3085 requires at least one node URL, and wallets refuse unencrypted ones.
  const urls = rpcUrls.filter((url) =>
    /^https:\/\/|^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/]|$)/.test(url),
  )
  if (urls.length === 0)
    throw new LatchkeyError('chain-not-added', {
      reason: `${reason}, and there is no address to tell it`,
      fix: `give the chain rpcUrls (\`rpc: { '${chain.id}': 'https://…' }\` of the adapter) or the kit a gateway`,
    })
  const params = {
    chainId: hexOfChain(chain.id),
    chainName: chain.name,
    nativeCurrency: chain.nativeCurrency,
    rpcUrls: urls,
    ...(chain.explorer && { blockExplorerUrls: [chain.explorer.url] }),
  }
  try {
    await wire.ask('wallet_addEthereumChain', [params], { chain: chain.id, signal })
  } catch (cause) {
    const code = explain(cause)
    if (code === 'user-rejected' || code === 'aborted') throw cause
    throw new LatchkeyError('chain-not-added', { reason, cause })
  }
}

/**
 * Whether an error means that the wallet does not have the chain: code 4902, bare or nested; a
 * wallet without the method for switching; or the text "unrecognized chain", which some wallets
 * send with another code (-32603).
 */
function lacksChain(error: unknown): boolean {
  const code = explain(error)
  if (
    ['wallet-chain-id-unsupported', 'chain-not-added', 'wallet-method-unsupported'].includes(code)
  )
    return true
  if (['rpc-method-not-found', 'rpc-method-not-supported'].includes(code)) return true
  return (
    code !== 'user-rejected' &&
    code !== 'aborted' &&
    /unrecognized chain/i.test(readErrorMessage(error))
  )
}

function readErrorMessage(error: unknown): string {
  const message = (error as { message?: unknown } | null)?.message
  return typeof message === 'string' ? message.slice(0, 2000) : ''
}
