import { type Kit, switchChain } from '@latchkey/core'
import type { Config, State } from 'wagmi'
import { readAccount, readPreferredChain } from './read-connection.ts'
import { stateLikeKit } from './state-like-kit.ts'
import { chainIdOf } from './wagmi-chains.ts'

/**
 * Keeps wagmi's state and the kit's state the same. Connections always follow the kit, because
 * wagmi's own actions reach the wallet through the kit too. For the chain that is chosen while no
 * wallet is connected, the last choice applies, whether it was made in wagmi or in the kit.
 */
export function keepInStep(kit: Kit, config: Config): void {
  let isWriting = false
  /**
   * Whether the function itself set wagmi's present status, so that no running action of wagmi will
   * replace it.
   */
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
    // While an action of wagmi is running, wagmi's state is left alone. The action asks the
    // connector, which reports the kit's state, and writes a state when it ends; then the kit is
    // followed again.
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

  /**
   * Chooses wagmi's chain in the kit. This is called in a microtask, because React may be rendering
   * when wagmi reports the change.
   */
  const tellKit = (): void => {
    const { chainId, current } = config.state
    if (current !== null || readAccount(kit).status === 'connected') return
    if (chainId === readPreferredChain(kit)) return
    // Without a wallet, the switch fails only for a chain that the kit does not have, and wagmi has
    // no such chain.
    void switchChain(kit, { chain: chainIdOf(chainId) })
  }

  kit.watch(follow)
  config.subscribe(
    (state) => state,
    (state, previous) => {
      if (isWriting) return
      // When wagmi's status does not change, an action that begins cannot be told from a choice of
      // the present chain. Following the kit in the meantime does no harm: the action writes its
      // result when it ends, and the kit is followed again.
      if (state.status !== previous.status) isStatusOfKit = false
      follow()
    },
  )
}

function isBusy({ status }: State): boolean {
  return status === 'connecting' || status === 'reconnecting'
}
