import { wallets } from '@latchkey/catalog/wallets'
import { type Connection, getConnection, type Kit } from '@latchkey/core'
import { type ReactElement, useEffect, useState } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Tile } from '../../parts/Tile.tsx'
import { useCopy } from '../../parts/use-copy.ts'
import { useErrorWords } from '../../words/use-error-words.ts'
import type { ConnectWords } from '../../words/words.ts'
import { type Choice, installedChoices } from './choice.ts'

// Milliseconds after which a hint is shown: some wallets never answer when their popup is closed.
// The attempt continues.
const lateAfterMs = 20_000

function findWalletChoice(kit: Kit, connector: string): Choice | undefined {
  const listings = [...(kit.options.wallets?.custom ?? []), ...wallets()]
  return installedChoices(kit, kit.getState(), listings).find(({ connectors }) =>
    connectors.includes(connector),
  )
}

type ExternalStatus = 'ready' | 'waiting' | 'late' | 'declined' | 'failed' | 'gone' | 'connected'

function externalStatusOf(
  { status, ...connectionFields }: Connection,
  isThere: boolean,
  isLate: boolean,
): ExternalStatus {
  if (status === 'connected') return 'connected'
  if (!isThere) return 'gone'
  if (status === 'connecting' || status === 'resuming') return isLate ? 'late' : 'waiting'
  if (status !== 'failed') return 'ready'
  const { error } = connectionFields as Extract<Connection, { status: 'failed' }>
  return error.code === 'connection-rejected' || error.code === 'user-rejected'
    ? 'declined'
    : 'failed'
}

function ConnectingExternal({ kit, modal, route }: ViewProps<'ConnectingExternal'>): ReactElement {
  const { connector } = route
  const words = modal.words.connecting
  const connection = getConnection(kit, { connector })
  const choice = findWalletChoice(kit, connector)
  const name = choice?.name ?? words.unknownWallet
  const attempt = connection.status === 'connecting' ? connection.attempt : undefined
  const [lateAttempt, setLate] = useState<number>()
  useEffect(() => {
    if (attempt === undefined) return
    const timer = setTimeout(() => setLate(attempt), lateAfterMs)
    return () => clearTimeout(timer)
  }, [attempt])
  const status = externalStatusOf(
    connection,
    choice !== undefined,
    attempt !== undefined && lateAttempt === attempt,
  )
  const error = connection.status === 'failed' ? connection.error : undefined
  const errors = useErrorWords(status === 'failed')
  const { title, hint } = describeStatus(
    words,
    status,
    name,
    errors && (errors[error?.code ?? 'unknown'] ?? modal.words.shell.loadFailed),
  )
  const { copy } = useCopy((copyResult, copiedText) => {
    if (copyResult === 'copied')
      modal.toast({ variant: 'success', text: modal.words.shell.copied }, copiedText)
    else modal.toast({ variant: 'error', text: modal.words.shell.copyFailed })
  })
  const hasEnded =
    status === 'declined' || status === 'failed' || status === 'late' || status === 'ready'
  return (
    <div className="connecting" data-status={status}>
      <div className="pulse">
        <Tile name={name} icon={choice?.icon} color={choice?.color} size={72} />
      </div>
      <div role="status">
        <p className="connecting-title">
          {(status === 'failed' || status === 'gone') && <Icon name="warn" />}
          {title}
        </p>
      </div>
      <p className="hint">{hint}</p>
      {status !== 'connected' && status !== 'gone' && (
        <button
          type="button"
          className={hasEnded ? 'primary' : 'secondary'}
          onClick={() => modal.connect(connector)}
        >
          {status === 'ready' ? words.start : words.tryAgain}
        </button>
      )}
      {error && status === 'failed' && (
        <button
          type="button"
          className="secondary"
          onClick={() => copy([name, error.code, error.detail].filter(Boolean).join('\n'))}
        >
          {words.copyDetails}
        </button>
      )}
      {choice?.listing && status !== 'connected' && (
        <p className="foot">
          {words.notInstalled}{' '}
          <button
            type="button"
            className="inline"
            onClick={() =>
              choice.listing && modal.push({ view: 'Downloads', wallet: choice.listing })
            }
          >
            {words.get(name)}
          </button>
        </p>
      )}
    </div>
  )
}

function describeStatus(
  words: ConnectWords['connecting'],
  status: ExternalStatus,
  name: string,
  reason = '',
): { readonly title: string; readonly hint: string } {
  switch (status) {
    case 'ready':
      return { title: words.ready(name), hint: words.readyHint }
    case 'waiting':
      return { title: words.continueIn(name), hint: words.approve }
    case 'late':
      return { title: words.noAnswer, hint: words.noAnswerHint(name) }
    case 'declined':
      return { title: words.declined, hint: words.declinedHint(name) }
    case 'failed':
      return { title: words.failed, hint: reason }
    case 'gone':
      return { title: words.failed, hint: words.gone(name) }
    case 'connected':
      return { title: words.connected, hint: words.connectedHint }
  }
}

export const connectingExternalView: View<'ConnectingExternal'> = {
  heading: (words, { connector }, kit) =>
    findWalletChoice(kit, connector)?.name ?? words.connecting.unknownWallet,
  component: ConnectingExternal,
  isWayIn: true,
}
