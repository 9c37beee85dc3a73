import type { Kit, KitFailure } from '@latchkey/core'
import type { WalletListing } from '@latchkey/protocol'
import type { ReactElement } from 'react'
import type { ViewModal } from '../../../contract/view.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { Tile } from '../../../parts/Tile.tsx'
import { useCopy } from '../../../parts/use-copy.ts'
import { useErrorWords } from '../../../words/use-error-words.ts'
import type { FurtherChunkWords } from '../../../words/words.ts'
import { listedChoice } from '../../connect/choice.ts'
import type { RemoteStatus } from './remote-status.ts'
import { statusTextOf } from './status-text.ts'

/** Shows why a remote wallet was not connected and what to do next, or that it is connected. */
export function Failure({
  kit,
  modal,
  wallet,
  status,
  error,
  onRetry,
}: {
  readonly kit: Kit
  readonly modal: ViewModal<FurtherChunkWords>
  readonly wallet?: WalletListing
  readonly status: RemoteStatus
  readonly error: KitFailure | undefined
  readonly onRetry: () => void
}): ReactElement {
  const words = modal.words.remote
  const { copied, copyFailed } = modal.words.shell
  const choice = wallet && listedChoice(kit, wallet)
  const errors = useErrorWords(status === 'failed')
  const { title, hint, step } = statusTextOf(words, status, {
    wallet: choice?.name ?? words.yourWallet,
    inWallet: choice?.name ?? words.inYourWallet,
    networks: kit.chains.map(({ name }) => name).join(', '),
    reason: errors && (errors[error?.code ?? 'unknown'] ?? modal.words.shell.loadFailed),
  })
  const { copy } = useCopy((copyResult, copiedText) => {
    if (copyResult === 'copied') modal.toast({ variant: 'success', text: copied }, copiedText)
    else modal.toast({ variant: 'error', text: copyFailed })
  })
  return (
    <div
      className="connecting"
      data-status={status === 'connected' || status === 'declined' ? status : 'failed'}
    >
      <div className="pulse">
        {choice ? (
          <Tile name={choice.name} icon={choice.icon} color={choice.color} size={72} />
        ) : (
          <span className="tile glyph">
            <Icon name="code" />
          </span>
        )}
      </div>
      <div role="status">
        <p className="connecting-title">
          {step && status !== 'declined' && <Icon name="warn" />}
          {title}
        </p>
      </div>
      <p className="hint">{hint}</p>
      {step && (
        <button
          type="button"
          className="primary"
          onClick={() => {
            if (step.kind === 'retry') onRetry()
            else if (kit.getState().features.allWallets === false) modal.back()
            else modal.push({ view: 'AllWallets' })
          }}
        >
          {step.text}
        </button>
      )}
      {status === 'failed' && error && (
        <button
          type="button"
          className="secondary"
          onClick={() => copy([choice?.name, error.code, error.detail].filter(Boolean).join('\n'))}
        >
          {words.copyDetails}
        </button>
      )}
      {step && wallet && (
        <button
          type="button"
          className="secondary"
          onClick={() => modal.push({ view: 'Downloads', wallet })}
        >
          {words.get(wallet.name)}
        </button>
      )}
    </div>
  )
}
