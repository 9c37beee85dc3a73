import { getAccount, keepName } from '@latchkey/core'
import { namespaceOf } from '@latchkey/protocol'
import { useAccount, useDisconnect, useTransactions } from '@latchkey/react'
import { useIdentity } from '@latchkey/react/queries'
import { type ReactElement, useCallback, useEffect, useId, useLayoutEffect, useRef } from 'react'
import type { RouteOf } from '../../contract/route.ts'
import type { View, ViewProps } from '../../contract/view.ts'
import { Avatar } from '../../parts/Avatar.tsx'
import { CopyButton } from '../../parts/CopyButton.tsx'
import { CopyIcon, ExternalLinkIcon } from '../../parts/icons.tsx'
import { allowedImage } from '../../shared/allowed-image.ts'
import { chainName, findChain } from '../../shared/chain-name.ts'
import { explorerUrl } from '../../shared/explorer.ts'
import { shortAddress } from '../../shared/short-address.ts'
import { useHoldings } from '../../shared/use-holdings.ts'
import { useLocale } from '../../shared/use-locale.ts'
import { useWallet, useWalletName } from '../../shared/use-wallet.ts'
import { AccountActions } from './AccountActions.tsx'
import { BalanceAmount } from './BalanceAmount.tsx'
import { FamilyChips } from './FamilyChips.tsx'
import { Holdings, type HoldingsTab } from './Holdings.tsx'
import { hasActivity } from './has-activity.ts'
import { PendingList } from './PendingList.tsx'
import { PurchaseList } from './PurchaseList.tsx'
import { TokenList } from './TokenList.tsx'
import { useOtherHoldings } from './use-other-holdings.ts'
import { WithFeature } from './WithFeature.tsx'

function Account({ kit, modal, route }: ViewProps<'Account'>): ReactElement {
  const words = modal.words.account
  const locale = useLocale(modal.options)
  const id = useId()
  const { account, address, chain, connectorId, isChainSupported, namespace } = useAccount()
  const wallet = useWallet()
  const walletName = useWalletName()
  const disconnect = useDisconnect()
  const readableAccount = isChainSupported ? account : undefined
  const balances = useHoldings(modal.options)
  const identity = useIdentity({ account: readableAccount })
  const pendingTransactions = useTransactions({
    ...(account && { from: account }),
    statuses: ['signing', 'submitted', 'unknown'],
  })
  const name = identity.data?.name
  const otherHoldings = useOtherHoldings(kit, modal.options)
  // The title of a visitor who logged in without a wallet is the email address, or the name at the
  // login provider. It is never shown on the page's own button.
  const title = name ?? wallet?.auth?.session()?.identities[0]?.label
  const isNamed = route.named?.address === address && route.named?.name === title
  const { update } = modal
  // A loaded name and a click may both change the route between two renders. Each change starts
  // from the route in this ref, so that it does not undo the other change.
  const latestRoute = useRef(route)
  useLayoutEffect(() => {
    latestRoute.current = route
  })
  const updateRoute = useCallback(
    (changeRoute: (route: RouteOf<'Account'>) => RouteOf<'Account'>) => {
      latestRoute.current = changeRoute(latestRoute.current)
      update(latestRoute.current)
    },
    [update],
  )
  useEffect(() => {
    if (!address || !title) return
    if (!isNamed)
      updateRoute((currentRoute) => ({ ...currentRoute, named: { address, name: title } }))
    // The name is stored for the page's button, which makes no request for names itself.
    if (name) keepName(kit, { address, name })
  }, [kit, updateRoute, isNamed, address, name, title])
  const network = chainName(kit, chain)
  if (!account || !address) return <p className="hint">{words.notConnected}</p>

  const configuredChain = findChain(kit, chain)
  const targetChain = kit.chains.find(({ id }) => namespaceOf(id) === namespace)
  const page = explorerUrl(configuredChain, 'address', address)
  const hasTabs = isChainSupported && hasActivity(kit)
  const tab = route.tab ?? 'tokens'
  const tokens = (
    <>
      <PurchaseList kit={kit} account={account} modal={modal} />
      <PendingList transactions={pendingTransactions} modal={modal} locale={locale} />
      {isChainSupported && (
        <TokenList
          query={balances}
          others={otherHoldings}
          kit={kit}
          modal={modal}
          locale={locale}
          hasTitle={!hasTabs}
        />
      )}
    </>
  )
  return (
    <div className="account">
      <FamilyChips kit={kit} modal={modal} />
      <Avatar address={address} image={allowedImage(kit, identity.data?.avatar)} />
      {isChainSupported && (
        <BalanceAmount
          label={words.balance}
          busy={words.loading}
          query={balances}
          others={otherHoldings.balances}
          locale={locale}
          currency={modal.options.currency}
        />
      )}
      <div className="account-line">
        {/* The short address is drawn even when the account has no known name yet: adding it
            later, once a name is found, would move the buttons. */}
        <span className="account-address" dir="ltr">
          {shortAddress(address)}
        </span>
        <CopyButton className="quiet icon" text={address} label={words.copyAddress} modal={modal}>
          <CopyIcon />
        </CopyButton>
        {page && configuredChain?.explorer && (
          <a
            className="quiet icon"
            href={page}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={words.explorer(configuredChain.explorer.name)}
            title={words.explorer(configuredChain.explorer.name)}
          >
            <ExternalLinkIcon />
          </a>
        )}
        <button
          type="button"
          className="quiet"
          aria-label={words.network(network)}
          onClick={() => modal.push({ view: 'Networks' })}
        >
          {network}
        </button>
      </div>
      {!isChainSupported && (
        <>
          <p className="note">{modal.words.networks.unsupported(network)}</p>
          {targetChain && (
            <button
              type="button"
              className="primary"
              onClick={() =>
                modal.push({ view: 'SwitchNetwork', chain: targetChain.id, start: true })
              }
            >
              {modal.words.networks.switchTo(targetChain.name)}
            </button>
          )}
        </>
      )}
      <AccountActions
        kit={kit}
        modal={modal}
        canSend={wallet?.features.transfer !== undefined && isChainSupported}
        // A remote wallet's `sendCall` may work only in a chain family other than the one shown, so
        // the adapter of the shown family is checked too.
        canSwap={
          kit.options.gateway !== undefined &&
          wallet?.features.sendCall !== undefined &&
          kit.adapters[namespace]?.read.simulate !== undefined &&
          isChainSupported
        }
      />
      {!hasTabs && tokens}
      {hasTabs && (
        <Holdings
          label={words.holdings}
          names={{ tokens: words.tokens, activity: words.activity }}
          selected={tab}
          onSelect={(chosenTab) =>
            updateRoute((currentRoute) => changeTab(currentRoute, chosenTab))
          }
          onNear={(nearTab) =>
            nearTab === 'activity' && void modal.features.load('activity').catch(() => {})
          }
        >
          {tab === 'tokens' ? (
            tokens
          ) : (
            <WithFeature name="activity" modal={modal} loading={modal.words.activity.loading}>
              {({ parts: { Latest }, words: activityWords }) => (
                <Latest kit={kit} modal={modal} account={account} words={activityWords} />
              )}
            </WithFeature>
          )}
        </Holdings>
      )}
      <button
        type="button"
        className="secondary"
        aria-describedby={`${id}-wallet`}
        onClick={() =>
          void disconnect.run(connectorId === undefined ? {} : { connector: connectorId })
        }
      >
        {words.disconnect}
      </button>
      <span id={`${id}-wallet`} hidden>
        {walletName && words.disconnectOf(walletName)}
      </span>
    </div>
  )
}

function changeTab({ view, named }: RouteOf<'Account'>, tab: HoldingsTab): RouteOf<'Account'> {
  return { view, ...(named && { named }), ...(tab === 'activity' && { tab }) }
}

export const accountView: View<'Account'> = {
  heading: (words, { named }, kit) => {
    const { address } = getAccount(kit)
    if (address === undefined) return words.account.heading
    // The account may have changed since its name was stored in the route.
    return named?.address === address ? named.name : shortAddress(address)
  },
  component: Account,
  corner: {
    // SVG path of the settings icon, which shows two sliders.
    path: 'M3 6h7M14.500 6H17M3 14h2.500M10 14h7M14.500 6a2 2 0 1 1-4 0a2 2 0 0 1 4 0M9.500 14a2 2 0 1 1-4 0a2 2 0 0 1 4 0',
    label: (words) => words.account.settings,
    route: { view: 'AccountSettings' },
  },
}
