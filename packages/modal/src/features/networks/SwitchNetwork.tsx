import { type ErrorCode, hasCode } from '@latchkey/protocol'
import { type ActionState, useAccount, useSwitchChain } from '@latchkey/react'
import { type ReactElement, useEffect, useRef } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'
import { OpenWallet } from '../../parts/OpenWallet.tsx'
import { TokenIcon } from '../../parts/TokenIcon.tsx'
import { chainName, findChain } from '../../shared/chain-name.ts'
import { useWallet, useWalletName } from '../../shared/use-wallet.ts'
import { markChainMissing } from './missing-chains.ts'

function SwitchNetwork({ kit, modal, route }: ViewProps<'SwitchNetwork'>): ReactElement {
  const words = modal.words.switchNetwork
  const wallet = useWalletName() ?? modal.words.connecting.unknownWallet
  // After a login by email or social account there is no wallet app that could ask the visitor.
  const isEmbeddedWallet = useWallet()?.auth !== undefined
  const network = chainName(kit, route.chain)
  const chain = findChain(kit, route.chain)
  const { state, run, cancel } = useSwitchChain()
  // The click that led here was the visitor's consent; when a page opens this view itself, the
  // wallet is not asked.
  const hasAsked = useRef(!route.start)
  useEffect(() => {
    if (hasAsked.current) return
    hasAsked.current = true
    void run({ chain: route.chain })
  }, [run, route.chain])
  useEffect(() => cancel, [cancel])

  const code = errorCodeOfAction(state)
  const isLacking =
    code === 'chain-not-added' || code === 'chain-unsupported' || code === 'feature-unsupported'
  const { connectorId } = useAccount()
  useEffect(() => {
    if (isLacking && connectorId !== undefined) markChainMissing(kit, connectorId, route.chain)
  }, [kit, isLacking, connectorId, route.chain])
  const isDeclined = code === 'switch-rejected' || code === 'user-rejected'
  const explainFailure = (): string | null => {
    if (isDeclined) return words.declinedHint(wallet)
    if (code === 'feature-unsupported') return words.unable(wallet, network)
    if (code === 'chain-not-added') return words.lacking(wallet, network)
    return code && modal.words.errors[code]
  }
  const statusText = {
    idle: '',
    running: isEmbeddedWallet ? words.switching : words.continueIn(wallet),
    done: words.switched,
    failed: isDeclined ? words.declined : words.failed,
  }[state.status]
  const hintByStatus = {
    idle: (isEmbeddedWallet ? words.readyHere : words.ready)(network),
    running: isEmbeddedWallet ? '' : words.continueHint,
    done: '',
    failed: explainFailure(),
  }[state.status]
  return (
    <div className="waiting" data-state={isDeclined ? 'declined' : state.status}>
      <div className="pulse">
        <TokenIcon
          size={72}
          asset={{
            id: `${route.chain}/network:0`,
            symbol: network,
            ...(chain?.iconUrl && { iconUrl: chain.iconUrl }),
          }}
        />
      </div>
      <p className="waiting-status" role="status">
        {statusText}
      </p>
      <p className="hint">{hintByStatus}</p>
      {state.status === 'running' && <OpenWallet label={words.open} />}
      {isLacking && (
        <button
          type="button"
          className="primary"
          onClick={() => modal.replace({ view: 'Networks' })}
        >
          {words.another}
        </button>
      )}
      {state.status !== 'done' && (
        <button
          type="button"
          className={state.status === 'running' || isLacking ? 'secondary' : 'primary'}
          onClick={() => void run({ chain: route.chain })}
        >
          {state.status === 'idle' ? words.start : words.tryAgain}
        </button>
      )}
    </div>
  )
}

function errorCodeOfAction(state: ActionState<unknown>): ErrorCode | null {
  if (state.status !== 'failed') return null
  return hasCode(state.error) ? state.error.code : 'unknown'
}

export const switchNetworkView: View<'SwitchNetwork'> = {
  heading: (words, route, kit) => words.switchNetwork.heading(chainName(kit, route.chain)),
  component: SwitchNetwork,
}
