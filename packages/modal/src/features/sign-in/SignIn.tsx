import { getAccount, getConnection, type Kit } from '@latchkey/core'
import { type AccountId, addressOf, type ErrorCode, namespaceOf } from '@latchkey/protocol'
import type { ReactElement } from 'react'
import type { SignInFlow } from '../../contract/sign-in-flow.ts'
import type { View, ViewProps } from '../../contract/view.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Tile } from '../../parts/Tile.tsx'
import { shortAddress } from '../../shared/short-address.ts'
import type { SignInWords } from '../../words/words.ts'

type Words = SignInWords['signIn']

/** The icon between the site and the wallet: two arrows in opposite directions. */
const bothWaysPath = 'M4 7h12m-3-3 3 3-3 3M16 13H4m3-3-3 3 3 3'

/**
 * The view that asks a connected visitor to sign in to the site. It shows the exact text that the
 * wallet will be asked to sign.
 */
function SignIn({ kit, modal }: ViewProps<'SignIn'>): ReactElement {
  const words = modal.words.signIn
  const scope = modal.features.get('sign-in')?.scope
  const flow: SignInFlow = scope?.getFlow() ?? { status: 'preparing' }
  const { request, error } = flow
  const account = request?.account ?? getAccount(kit).account
  if (kit.getState().signIn.status === 'signed-in' || account === undefined)
    return (
      <div className="sign-in">
        <p role="status" className="hint">
          {account === undefined ? words.notConnected : words.signedIn}
        </p>
        <button type="button" className="primary" onClick={() => modal.close()}>
          {words.close}
        </button>
      </div>
    )
  const wallet = walletOf(kit, account) ?? { name: words.yourWallet }
  const { name = '', icons = [] } = kit.options.metadata ?? {}
  const site = request?.domain ?? (location.host || name)
  const isWaiting = flow.status === 'waiting'
  const isBusy = flow.status !== 'ready'
  const hasFailed = error !== undefined && !isWaiting
  return (
    <div className="sign-in" data-status={flow.status}>
      <div className="sign-in-pair">
        <Tile name={name || site} icon={icons[0]} size={56} />
        <Icon path={bothWaysPath} />
        <Tile name={wallet.name} icon={wallet.icon} size={56} />
      </div>
      <p className="hint">{words.hint(name || words.thisSite)}</p>
      <dl className="sign-in-facts">
        <div>
          <dt>{words.site}</dt>
          <dd>{site}</dd>
        </div>
        <div>
          <dt>{words.account}</dt>
          <dd>{shortAddress(addressOf(account))}</dd>
        </div>
        {request?.statement !== undefined && (
          <div className="sign-in-statement">
            <dt>{words.statement}</dt>
            <dd>{request.statement}</dd>
          </div>
        )}
      </dl>
      {request && (
        <details className="sign-in-text">
          <summary>{words.text}</summary>
          <p>{request.message}</p>
        </details>
      )}
      <p role="status" className="hint sign-in-status">
        {isWaiting && words.continueIn(wallet.name)}
        {flow.status === 'preparing' && !hasFailed && words.preparing}
      </p>
      <p role="alert" className={hasFailed ? 'sign-in-fault' : 'hidden'}>
        {hasFailed && (flow.isUnsafe ? words.unsafe : faultText(words, error, wallet.name))}
      </p>
      <button
        type="button"
        className="primary"
        aria-busy={isBusy}
        onClick={isBusy ? undefined : () => scope?.sign()}
      >
        {hasFailed ? words.tryAgain : words.sign}
      </button>
      <button type="button" className="secondary" onClick={() => scope?.cancel()}>
        {words.cancel}
      </button>
    </div>
  )
}

/**
 * Name and icon of the wallet that an account is connected with; for a remote wallet, the name and
 * icon that it announced.
 */
function walletOf(
  kit: Kit,
  account: AccountId,
): { readonly name: string; readonly icon?: string | undefined } | undefined {
  const { connectorId } = getAccount(kit, { namespace: namespaceOf(account) })
  const wallet = kit.getState().connectors[connectorId ?? '']?.wallet
  if (connectorId === undefined || !wallet) return undefined
  const connection = getConnection(kit, { connector: connectorId })
  // The code of the account's views has the same lookup, but the sign-in must not wait until that
  // code is loaded.
  const peer =
    connection.status === 'connected'
      ? connection.sessions.find((session) => session.peer)?.peer
      : undefined
  return { name: peer?.name ?? wallet.name, icon: peer?.icon ?? wallet.icon }
}

/** The text that tells the visitor why the sign-in failed. */
function faultText(words: Words, error: ErrorCode, wallet: string): string {
  switch (error) {
    case 'user-rejected':
      return words.declined(wallet)
    case 'authentication-failed':
      return words.unreachable
    case 'feature-unsupported':
      return words.unable(wallet)
    default:
      return words.failed
  }
}

export const signInView: View<'SignIn'> = {
  heading: (words) => words.signIn.heading,
  component: SignIn,
  guard: ({ signIn: words }, kit) => {
    const { signIn: state } = kit.getState()
    const isConnected = getAccount(kit).account !== undefined
    if (!isConnected || state.status === 'signed-in') return undefined
    if (state.status === 'asking' && state.isInWallet) return words.waiting
    return kit.options.signIn?.required ? words.required : undefined
  },
}
