import type { Connector, ConnectorEvent, Features, RemoteSession, Session, WireNeeds } from '@latchkey/core'
import {
  type AccountId,
  addressOf,
  type ChainId,
  chainOf,
  isAccountId,
  isDataIcon,
  LatchkeyError,
} from '@latchkey/protocol'
import type { WalletAddress } from '@latchkey/wbip/request'
import { isAddressOf } from './address.ts'
import { featuresOf } from './features.ts'
import { withPurposes } from './purposes.ts'
import { readAccountAddresses } from './remote-addresses.ts'
import { remoteWire } from './remote-wire.ts'
import { sessionOf } from './session.ts'

/** What a remote wallet is asked for (facts 2.8). */
export const wire: WireNeeds = {
  methods: ['sendTransfer', 'signMessage', 'signPsbt', 'getAccountAddresses'],
  events: ['bip122_addressesChanged'],
}

/** A connector of somebody else's wire. Each request names its chain, so the present chain is ours to keep. */
export function remote(session: RemoteSession): Connector {
  const held: {
    accounts: readonly AccountId[]
    told: readonly WalletAddress[]
    chain?: ChainId | undefined
    expiresAt: number
    hasEnded?: boolean
  } = {
    accounts: session.namespaces.bip122?.accounts ?? [],
    told: readAccountAddresses(session.properties?.bip122_getAccountAddresses) ?? [],
    expiresAt: session.expiresAt,
  }
  const methods = session.methods.bip122 ?? []
  const listeners = new Set<(event: ConnectorEvent) => void>()

  const current = (): Session | undefined => {
    const valid = held.accounts.filter((one) => isAccountId(one) && isAddressOf([chainOf(one)], addressOf(one)))
    const chain = held.chain ?? (valid[0] && chainOf(valid[0]))
    if (!chain || held.hasEnded) return undefined
    const granted = valid.filter((one) => chainOf(one) === chain).map(addressOf)
    const more = held.told.map(({ address }) => address).filter((one) => isAddressOf([chain], one))
    const addresses = [...new Set([...granted, ...more])]
    if (addresses.length === 0) return undefined
    const purposeOf = (address: string) => held.told.find((one) => one.address === address)?.purpose
    const whole = sessionOf(
      withPurposes(addresses.map((address) => ({ address, purpose: purposeOf(address) }))),
      chain,
      [chain],
    )
    return { ...whole, chains: session.namespaces.bip122?.chains ?? [], expiresAt: held.expiresAt }
  }
  const tell = (reason: 'accounts' | 'chain' | 'expiry') => {
    const next = current()
    for (const listener of [...listeners]) listener(next ? { type: 'session', session: next, reason } : { type: 'end' })
  }
  const all = featuresOf(
    remoteWire(session, () => {
      const present = current()?.selected
      return present && addressOf(present)
    }),
    {
      session: current,
      publicKey: (address) => held.told.find((one) => one.address === address)?.publicKey,
    },
  )
  const has = (...names: readonly string[]) => names.some((name) => methods.includes(name))
  const features: Features = {
    request: all.request,
    ...(has('signMessage') && { signMessage: all.signMessage }),
    ...(has('sendTransfer', 'signPsbt') && { transfer: all.transfer }),
    async switchChain({ chain: { id } }) {
      const before = held.chain
      held.chain = id
      if (!current()) {
        held.chain = before
        throw new LatchkeyError('chain-unsupported', { reason: id })
      }
      tell('chain')
    },
  }

  return {
    id: session.id,
    namespaces: ['bip122'],
    wallet: {
      name: session.peer.name.slice(0, 64),
      ...(isDataIcon(session.peer.icon) && { icon: session.peer.icon }),
      keys: [],
      origin: 'walletConnect',
    },
    features,
    async connect({ chains, signal }) {
      if (signal.aborted) throw new LatchkeyError('aborted', { cause: signal.reason })
      held.chain ??= chains.find(({ id }) => held.accounts.some((account) => chainOf(account) === id))?.id
      const granted = current()
      if (!granted) throw new LatchkeyError('account-missing', { reason: 'the session holds no account of bip122' })
      return { sessions: [granted] }
    },
    disconnect: () => session.end('bip122'),
    watch(listener) {
      listeners.add(listener)
      const stop = session.watch((event) => {
        if (event.type === 'end') {
          held.hasEnded = true
          return listener({ type: 'end' })
        }
        if (event.type === 'accounts' && event.namespace === 'bip122') {
          held.accounts = event.accounts
          held.told = []
        } else if (event.type === 'chain' && event.chain.startsWith('bip122:')) held.chain = event.chain
        else if (event.type === 'expiry') held.expiresAt = event.expiresAt
        else if (event.type === 'event' && event.name === 'bip122_addressesChanged') {
          // Who does not say which addresses there are now cannot be shown with the old ones.
          held.told = readAccountAddresses(event.data) ?? []
          held.accounts = held.told.map(({ address }): AccountId => `${event.chain}:${address}`)
        } else return
        const next = current()
        const reason = event.type === 'event' ? 'accounts' : event.type
        listener(next ? { type: 'session', session: next, reason } : { type: 'end' })
      })
      return () => {
        listeners.delete(listener)
        stop()
      }
    },
  }
}
