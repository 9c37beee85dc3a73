import { hasCode, LatchkeyError } from '@latchkey/protocol'
import { readRegistry } from '@latchkey/wbip'
import type { WalletAddress } from '@latchkey/wbip/request'
import { remoteId } from '../remote/remote-id.ts'
import { forgetRemote } from '../remote/remote-storage.ts'
import type { RemoteWallet } from '../remote/remote-wallet.ts'
import type { WalletConnectSettings } from '../remote/wallet-connect-settings.ts'
import type { CacheStorage, LocalCache } from '../storage/local-cache.ts'
import type { ChooseWallet } from './choose-wallet.ts'
import { pageWithProviders } from './page-with-providers.ts'
import { pageTarget, remoteTarget, type Target } from './target.ts'
import type { ProviderInfo } from './wallet-listings.ts'

interface TargetRequest {
  readonly approved: readonly string[] | undefined
  readonly providers: readonly ProviderInfo[] | undefined
  readonly settings: WalletConnectSettings | undefined
}
/** The chosen wallet, from the choice to the disconnect. */
export interface ChosenWallet {
  /**
   * Returns the wallet that the visitor chose before, on this page or an earlier one; undefined
   * when none was chosen, or when `approved` does not list it.
   * @throws `not-connected`
   */
  findChosenTarget(targetRequest: TargetRequest): Promise<Target | undefined>
  /**
   * Lets the visitor choose a wallet.
   * @throws `modal-closed`
   */
  choose(
    targetRequest: TargetRequest & { readonly isKept: boolean; readonly network: unknown },
  ): Promise<{ readonly target: Target; readonly addresses: readonly WalletAddress[] }>
  /**
   * Chooses a wallet by id, or none. If a remote wallet was chosen before, its session is ended.
   */
  select(id: string | undefined): void
  /** Ends the connection, also in the wallet, and deletes the choice of the wallet. */
  disconnectWallet(settings: () => WalletConnectSettings | undefined): void
}

/** Remembers the chosen wallet: its object on this page, and its id in `cache` for later pages. */
export function openChosen(options: {
  readonly page: object
  readonly storage: CacheStorage | undefined
  readonly choose: ChooseWallet
  readonly cache: LocalCache
}): ChosenWallet {
  const { page, storage, cache } = options
  /**
   * `turn` changes with each choice of a wallet and each disconnect. Asynchronous work compares it,
   * so that work begun before such a change has no effect after it.
   */
  const state: {
    target?: Target | undefined
    resuming?: Promise<Target> | undefined
    turn: number
  } = { turn: 0 }

  const targetOfProvider = (id: string | undefined, providers?: readonly ProviderInfo[]) => {
    const entry = readRegistry(pageWithProviders(page, providers)).find(({ path }) => path === id)
    return entry && pageTarget(entry)
  }
  /**
   * Deletes the stored addresses after the connection was lost. A remote wallet stays chosen, but
   * requests to it fail with `not-connected`.
   */
  const loseConnection = () => {
    const wasRemoteChosen = cache.provider() === remoteId
    cache.clear()
    if (wasRemoteChosen) cache.setProvider(remoteId)
  }
  const targetOfRemote = (remote: RemoteWallet): Target => {
    const target = remoteTarget(remote)
    remote.onEnd(() => {
      if (state.target === target) loseConnection()
    })
    return target
  }
  const loadRemote = async (walletConnect: WalletConnectSettings): Promise<Target> => {
    const { resumeRemote } = await import('../remote/resume-remote.ts')
    return targetOfRemote(await resumeRemote({ walletConnect, storage }))
  }
  const resumeWallet = (settings: WalletConnectSettings): Promise<Target> => {
    const { turn } = state
    const resumedTarget = loadRemote(settings).then(
      (target) => {
        if (state.turn === turn) state.target = target
        else void target.end()
        return target
      },
      (error: unknown) => {
        // `resume-failed` means that the session ended while no page was open. After any other
        // error the session may still exist, and the next call tries to resume it again.
        if (state.turn === turn && hasCode((error as Error).cause, 'resume-failed'))
          loseConnection()
        throw error
      },
    )
    state.resuming = resumedTarget
    const clearResuming = () => {
      if (state.resuming === resumedTarget) state.resuming = undefined
    }
    resumedTarget.then(clearResuming, clearResuming)
    return resumedTarget
  }

  return {
    async findChosenTarget({ approved, providers, settings }) {
      const id = state.target?.id ?? cache.provider()
      if (id === undefined || (approved && !approved.includes(id))) return undefined
      if (state.target || id !== remoteId) return state.target ?? targetOfProvider(id, providers)
      return settings && (state.resuming ?? resumeWallet(settings))
    },
    async choose({ approved, providers, settings, isKept, network }) {
      const chosenKit = await options.choose({
        page,
        approved,
        providers,
        chain: network === 'testnet' ? 'stacks:2147483648' : 'stacks:1',
        walletConnect: !approved || approved.includes(remoteId) ? settings : undefined,
        storage: isKept ? storage : undefined,
      })
      const { id, addresses, remote } = chosenKit
      const target = remote ? targetOfRemote(remote) : targetOfProvider(id, providers)
      if (!target)
        throw new LatchkeyError('wallet-unknown', { reason: 'the wallet that was chosen is gone' })
      // Ends the session with the remote wallet chosen before; otherwise it would stay open in that
      // wallet for days.
      if (state.target?.id === remoteId) void state.target.end()
      else if (!remote && isKept) forgetRemote(storage)
      state.turn++
      state.target = target
      if (isKept) cache.setProvider(id)
      return { target, addresses }
    },
    select(id) {
      if (state.target?.id === remoteId && id !== remoteId) void state.target.end()
      if (state.target?.id !== id) state.target = state.resuming = undefined
      state.turn++
      cache.setProvider(id)
    },
    disconnectWallet(settings) {
      const { target, resuming: resumedTarget } = state
      const id = target?.id ?? cache.provider()
      const turn = ++state.turn
      state.target = state.resuming = undefined
      cache.clear()
      if (id !== remoteId) {
        forgetRemote(storage)
        void (target ?? targetOfProvider(id))?.end()
        return
      }
      const endWalletSession = async () => {
        const knownTarget = target ?? (await resumedTarget)
        const remoteSettings = knownTarget ? undefined : settings()
        await (knownTarget ?? (remoteSettings && (await loadRemote(remoteSettings))))?.end()
      }
      // If another wallet was chosen meanwhile, the stored session may be its session and is kept.
      const forgetSession = () => {
        if (state.turn === turn) forgetRemote(storage)
      }
      endWalletSession().then(forgetSession, forgetSession)
    },
  }
}
