const head = `// Written by @latchkey/codemod, and yours from now on. It has the hooks and the render properties that
// this app used before, on top of Latchkey's dialog and wagmi's hooks.
import { type ReactNode, useSyncExternalStore } from 'react'
import { useAccount } from 'wagmi'
import { modal } from './%CONFIG%'

const shortenAddress = (address: string) => \`\${address.slice(0, 4)}…\${address.slice(-4)}\`

/** Whether the dialog is open, at one of these views if any are named. */
function useIsOpen(...views: string[]): boolean {
  return useSyncExternalStore(
    modal.subscribe,
    () => {
      const { open, view } = modal.getState()
      return open && (views.length === 0 || views.includes(view))
    },
    () => false,
  )
}
`

const rainbowKit = `
const openConnect = () => void modal.open({ view: 'Connect' })
const openAccount = () => void modal.open({ view: 'Account' })
const openNetworks = () => void modal.open({ view: 'Networks' })

export function useConnectModal() {
  const { isConnected } = useAccount()
  return {
    connectModalOpen: useIsOpen('Connect'),
    openConnectModal: isConnected ? undefined : openConnect,
  }
}

export function useAccountModal() {
  const { isConnected } = useAccount()
  return {
    accountModalOpen: useIsOpen('Account'),
    openAccountModal: isConnected ? openAccount : undefined,
  }
}

export function useChainModal() {
  const { isConnected } = useAccount()
  return {
    chainModalOpen: useIsOpen('Networks'),
    openChainModal: isConnected ? openNetworks : undefined,
  }
}

type AuthenticationStatus = 'loading' | 'unauthenticated' | 'authenticated'

interface CustomConnectButtonState {
  account?: {
    address: \`0x\${string}\`
    displayName: string
    ensName?: string
    ensAvatar?: string
    displayBalance?: string
    hasPendingTransactions: boolean
  }
  chain?: {
    id: number
    name?: string
    unsupported: boolean
    hasIcon: boolean
    iconUrl?: string
    iconBackground?: string
  }
  mounted: boolean
  authenticationStatus?: AuthenticationStatus
  openConnectModal: () => void
  openAccountModal: () => void
  openChainModal: () => void
  connectModalOpen: boolean
  accountModalOpen: boolean
  chainModalOpen: boolean
}

const subscribeToNothing = () => () => {}

/** A button of the app's own. Names, balances and icons of networks are not filled in. */
export function CustomConnectButton({
  children,
}: {
  children: (state: CustomConnectButtonState) => ReactNode
}) {
  const { address, chain, chainId } = useAccount()
  const mounted = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
  const { connectModalOpen } = useConnectModal()
  const { accountModalOpen } = useAccountModal()
  const { chainModalOpen } = useChainModal()
  return children({
    account: address && {
      address,
      displayName: shortenAddress(address),
      hasPendingTransactions: false,
    },
    chain:
      chainId === undefined
        ? undefined
        : { id: chainId, name: chain?.name, unsupported: !chain, hasIcon: false },
    mounted,
    openConnectModal: openConnect,
    openAccountModal: openAccount,
    openChainModal: openNetworks,
    connectModalOpen,
    accountModalOpen,
    chainModalOpen,
  })
}
`

const connectKit = `
const openDialog = () => void modal.open()
const closeDialog = () => modal.close()

export function useModal() {
  return {
    open: useIsOpen(),
    setOpen: (isOpen: boolean) => (isOpen ? openDialog() : closeDialog()),
    openAbout: () => void modal.open({ view: 'WhatIsAWallet' }),
    openOnboarding: () => void modal.open({ view: 'GetWallet' }),
    openProfile: () => void modal.open({ view: 'Account' }),
    openSwitchNetworks: () => void modal.open({ view: 'Networks' }),
  }
}

interface CustomConnectButtonState {
  show: () => void
  hide: () => void
  isConnected: boolean
  isConnecting: boolean
  unsupported: boolean
  address?: \`0x\${string}\`
  truncatedAddress?: string
  ensName?: string
  chain?: { id: number; name: string }
}

/** A button of the app's own. The name of the account (ENS) is not filled in. */
export function CustomConnectButton({
  children,
}: {
  children: (state: CustomConnectButtonState) => ReactNode
}) {
  const { address, chain, isConnected } = useAccount()
  const isConnecting = useIsOpen('Connect')
  return children({
    show: openDialog,
    hide: closeDialog,
    isConnected,
    isConnecting,
    unsupported: isConnected && !chain,
    address,
    truncatedAddress: address && shortenAddress(address),
    chain,
  })
}
`

/**
 * The source text of the generated file, which replaces a library's hooks and its custom button.
 * @param config module specifier, without `./`, of the file that exports `modal`
 */
export function dialogsFile(packageName: string, config: string): string {
  const body = packageName === 'connectkit' ? connectKit : rainbowKit
  return head.replace('%CONFIG%', config) + body
}
