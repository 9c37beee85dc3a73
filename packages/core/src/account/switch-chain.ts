import {
  accountId,
  addressOf,
  type Chain,
  type ChainId,
  inWords,
  LatchkeyError,
  type Namespace,
  namespaceOf,
} from '@latchkey/protocol'
import { gatewayUrls } from '../http/urls.ts'
import { toError } from '../machine/failure.ts'
import { getAccount } from '../machine/get-account.ts'
import { inside } from '../machine/inside.ts'
import type { Kit } from '../machine/kit.ts'
import { readOwnField } from '../machine/read-own-field.ts'
import { reduceConnection } from '../machine/reduce-connection.ts'
import type { ChainIdOf } from '../machine/register.ts'
import type { AccountView } from '../machine/state.ts'
import { type ActiveWallet, askWallet, getActiveWallet, isOnChain } from '../wallet/ask-wallet.ts'

/**
 * Milliseconds to wait for the wallet's change event: some wallets answer the request before they
 * send the event.
 */
const chainChangeTimeoutMs = 2000

/**
 * Switches to a chain. The connected wallet is asked, and first adds the chain when it does not
 * know it; without a wallet only the preferred chain in the state changes. Core shows no dialog,
 * and an embedded wallet (login by email or social account) switches without a prompt;
 * `switchChain` of `@latchkey/modal` asks the visitor first.
 * @throws `chain-unsupported` | `switch-rejected` | `switch-failed` | `chain-mismatch` |
 * `feature-unsupported` | `aborted` | the code from `Adapter.explain`
 */
export function switchChain<K extends Kit>(
  kit: K,
  parameters: switchChain.Parameters<ChainIdOf<K>>,
): Promise<AccountView<Namespace, ChainIdOf<K>>> {
  return inWords(runSwitchChain(kit, parameters))
}

async function runSwitchChain<K extends Kit>(
  kit: K,
  { chain: id, signal }: switchChain.Parameters,
): Promise<AccountView<Namespace, ChainIdOf<K>>> {
  kit[inside].learn({ connection: reduceConnection })
  const namespace = namespaceOf(id)
  const chain = kit.chains.find((candidate) => candidate.id === id)
  if (!chain) throw new LatchkeyError('chain-unsupported', { reason: id })
  if (
    readOwnField(kit.getState().active, namespace) &&
    getAccount(kit, { namespace }).account &&
    !isOnChain(kit, namespace, id)
  ) {
    const activeWallet = getActiveWallet(kit, namespace)
    const { switchChain: switchInWallet } = activeWallet.connector.features
    if (!switchInWallet) selectOnChain(kit, activeWallet, id)
    else
      try {
        await askWallet(kit, activeWallet, signal, async (innerSignal) => {
          await switchInWallet({ chain, rpcUrls: nodeUrlsFor(kit, chain), signal: innerSignal })
          await waitForChange(kit, id, innerSignal)
        })
      } catch (cause) {
        throw toError(kit, [namespace], cause, {
          'user-rejected': 'switch-rejected',
          unknown: 'switch-failed',
        })
      }
  }
  kit[inside].dispatch({ type: 'chain-selected', chain: id })
  return getAccount(kit, { namespace })
}

export declare namespace switchChain {
  type Parameters<Id extends ChainId = ChainId> = {
    /** CAIP-2 id of the chain to switch to; one of the kit's chains. */
    readonly chain: Id
    readonly signal?: AbortSignal | undefined
  }
}

/**
 * The node URLs to give to a wallet that has to add the chain: the site owner's nodes, else the
 * gateway, so that the wallet reads the chain from the same servers as this page.
 */
function nodeUrlsFor(kit: Kit, { id, rpcUrls }: Chain): readonly string[] {
  return rpcUrls.length || !kit.options.gateway ? rpcUrls : gatewayUrls(kit, 'v1', { chainId: id })
}

/**
 * When one session covers several chains, no request is sent to the wallet: core selects the
 * session's account on the requested chain.
 */
function selectOnChain(kit: Kit, { connector, session }: ActiveWallet, chain: ChainId): void {
  const selectedAccount = accountId(chain, addressOf(session.selected))
  if (!session.accounts.some((a) => a.account === selectedAccount))
    throw new LatchkeyError('feature-unsupported', {
      reason: `${connector.wallet.name} cannot switch to ${chain}`,
    })
  kit[inside].dispatch({
    type: 'session-changed',
    connector: connector.id,
    session: { ...session, selected: selectedAccount },
    reason: 'selected',
  })
}

function waitForChange(kit: Kit, chain: ChainId, signal: AbortSignal): Promise<void> {
  const namespace = namespaceOf(chain)
  if (isOnChain(kit, namespace, chain)) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const endWait = (settle: () => void): void => {
      clearTimeout(timer)
      stop()
      signal.removeEventListener('abort', abortWait)
      settle()
    }
    const abortWait = (): void => endWait(() => reject(new LatchkeyError('aborted')))
    const mismatchError = new LatchkeyError('chain-mismatch', {
      reason: `the wallet agreed to ${chain} but is elsewhere`,
    })
    const timer = setTimeout(() => endWait(() => reject(mismatchError)), chainChangeTimeoutMs)
    const stop = kit.watch(() => isOnChain(kit, namespace, chain) && endWait(resolve))
    signal.addEventListener('abort', abortWait, { once: true })
  })
}
