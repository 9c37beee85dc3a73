import type { Connector, Features, Stop, WalletIdentity } from '@latchkey/core'
import type { DiscoveryRun, FoundWallet, Make } from '../connect/found.ts'
import { type Registration, readRegistration, type StandardWallet } from './standard-wallet.ts'

/** More wallets than any page has; a hostile one could register without end. */
const limit = 100
const prefix = 'standard:bip122:'

/**
 * Discovery by Wallet Standard's two window events, until `held` has ended.
 * @param known - wallets that the adapter has found; one with the same object for WBIP requests is
 *   not added again, others are added to the list
 */
export function discoverStandard(
  target: object,
  onFound: (connector: Connector) => void,
  {
    known,
    make,
    held,
  }: { readonly known: FoundWallet[]; readonly make: Make; readonly held: DiscoveryRun },
): void {
  if (held.isOver || !isEventTarget(target)) return
  const isHere = (object: unknown) => known.some(({ provider }) => provider === object)
  const addWallet = (object: unknown) => {
    const otherStandard = known.filter(({ path }) => path.startsWith(prefix))
    if (otherStandard.length >= limit || isHere(object)) return
    const registration = readRegistration(object)
    if (!registration || isHere(registration.provider)) return
    const { name, icon } = registration
    const twins = otherStandard.filter(({ connector }) => connector.wallet.name === name)
    for (const twin of twins) {
      if (twin.connector.wallet.isAmbiguous) continue
      twin.connector = {
        ...twin.connector,
        wallet: { ...twin.connector.wallet, isAmbiguous: true },
      }
      onFound(twin.connector)
    }
    const takenPaths = new Set(otherStandard.map(({ path }) => path))
    const base = `${prefix}${encodeURIComponent(name)}`
    const ids = Array.from({ length: limit + 1 }, (_, i) => (i === 0 ? base : `${base}:${i + 1}`))
    const id = ids.find((candidate) => !takenPaths.has(candidate)) ?? base
    const wallet: WalletIdentity = {
      name,
      ...(icon && { icon }),
      keys: [name],
      origin: 'announced',
      ...(twins.length > 0 && { isAmbiguous: true }),
    }
    const standard = object as StandardWallet
    const connector = make({ id, wallet }, supportedVerbs(registration), { standard })
    known.push({ provider: standard, path: id, connector })
    onFound(connector)
  }
  const api = Object.freeze({
    register(...wallets: readonly unknown[]): Stop {
      if (held.isOver) return () => {}
      const registered = wallets.slice(0, limit)
      registered.forEach(addWallet)
      // A wallet that unregisters stays in the lists that have it, but is not reported to others.
      return () => {
        for (const object of registered) {
          const index = known.findIndex(
            ({ provider, path }) => provider === object && path.startsWith(prefix),
          )
          if (index >= 0) known.splice(index, 1)
        }
      }
    },
  })
  const hearRegistration = (event: Event) => {
    try {
      ;(event as CustomEvent<(app: typeof api) => void>).detail(api)
    } catch {
      // A wallet whose registration throws is ignored.
    }
  }
  target.addEventListener('wallet-standard:register-wallet', hearRegistration)
  held.stop = () => target.removeEventListener('wallet-standard:register-wallet', hearRegistration)
  target.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
}

function isEventTarget(target: object): target is EventTarget {
  return 'addEventListener' in target && 'dispatchEvent' in target
}

function supportedVerbs(registration: Registration): readonly (keyof Features)[] {
  return [
    'request',
    ...(registration.canSignMessage ? (['signMessage'] as const) : []),
    ...(registration.canSign ? (['transfer'] as const) : []),
    ...(registration.canSwitch ? (['switchChain'] as const) : []),
  ]
}
