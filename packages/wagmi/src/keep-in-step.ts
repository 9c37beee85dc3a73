import { type Kit, switchChain } from '@latchkey/core'
import type { Config, State } from 'wagmi'
import { readAccount, readPreferredChain } from './read-connection.ts'
import { stateLikeKit } from './state-like-kit.ts'
import { chainIdOf } from './wagmi-chains.ts'

/**
 * Keeps wagmi's state like the kit's. Connections always follow the kit, because wagmi's own
 * actions reach the wallet through the kit too. Of the chain that is chosen while no wallet is
 * connected, the last choice counts, on whichever side it was made.
 */
export function keepInStep(kit: Kit, config: Config): void {
  let isWriting = false
  /** Whether wagmi's status was written here, so that no action of wagmi is going to end it. */
  let isStatusOfKit = false
  let lastPreferredChain = readPreferredChain(kit)

  const write = (next: State): void => {
    isWriting = true
    try {
      config.setState(next)
    } finally {
      isWriting = false
    }
    isStatusOfKit = isBusy(next)
  }

  const follow = (): void => {
    const state = config.state
    // An action of wagmi is running. It asks the connector, which answers what the kit says, and
    // writes a state when it ends; what the kit has done until then is seen after that.
    if (isBusy(state) && !isStatusOfKit) return
    const next = stateLikeKit(kit, config, state)
    const preferredChain = readPreferredChain(kit)
    const hasConnection = next.current !== null
    const hasEnded = state.current !== null && !hasConnection
    const isChosenInKit = hasEnded || preferredChain !== lastPreferredChain
    lastPreferredChain = preferredChain
    const chainId =
      !hasConnection && isChosenInKit && preferredChain !== undefined
        ? preferredChain
        : next.chainId
    if (next !== state || chainId !== state.chainId) write({ ...next, chainId })
    if (!hasConnection && chainId !== preferredChain) queueMicrotask(tellKit)
  }

  /** Chooses wagmi's chain in the kit; later, since React may be rendering while wagmi tells it. */
  const tellKit = (): void => {
    const { chainId, current } = config.state
    if (current !== null || readAccount(kit).status === 'connected') return
    if (chainId === readPreferredChain(kit)) return
    // With no wallet to ask, only a chain that the kit does not have could fail, and wagmi has none.
    void switchChain(kit, { chain: chainIdOf(chainId) })
  }

  kit.watch(follow)
  config.subscribe(
    (state) => state,
    (state, previous) => {
      if (isWriting) return
      // An action that begins with the status that is there already cannot be told from a choice of
      // the chain that is there already. Following the kit meanwhile does no harm: the action writes
      // what it has found when it ends, and the kit is followed again.
      if (state.status !== previous.status) isStatusOfKit = false
      follow()
    },
  )
}

function isBusy({ status }: State): boolean {
  return status === 'connecting' || status === 'reconnecting'
}
