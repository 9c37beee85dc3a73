import type { Connector, Features, Stop, WalletIdentity } from '@latchkey/core'
import type { DiscoveryRun, FoundWallet, MakeConnector } from '../connect/found.ts'
import { type Registration, readRegistration, type StandardWallet } from './standard-wallet.ts'

/** Maximum number of wallets that are listed; a hostile script could register without end. */
const maxWallets = 100
const prefix = 'standard:bip122:'

/**
 * Discovers wallets by the two window events of Wallet Standard, until the discovery `run` is over.
 * @param known - wallets that the adapter has found so far. New ones are added to it, except a
 * wallet whose object for WBIP requests is already in it.
 */
export function discoverStandard(
  target: object,
  onFound: (connector: Connector) => void,
  {
    known,
    make,
    run,
  }: { readonly known: FoundWallet[]; readonly make: MakeConnector; readonly run: DiscoveryRun },
): void {
  if (run.isOver || !isEventTarget(target)) return
  const isKnownProvider = (object: unknown) => known.some(({ provider }) => provider === object)
  const addWallet = (object: unknown) => {
    const otherStandard = known.filter(({ path }) => path.startsWith(prefix))
    if (otherStandard.length >= maxWallets || isKnownProvider(object)) return
    const registration = readRegistration(object)
    if (!registration || isKnownProvider(registration.provider)) return
    const { name, icon } = registration
    const sameNameEntries = otherStandard.filter(({ connector }) => connector.wallet.name === name)
    for (const sameNameEntry of sameNameEntries) {
      if (sameNameEntry.connector.wallet.isAmbiguous) continue
      sameNameEntry.connector = {
        ...sameNameEntry.connector,
        wallet: { ...sameNameEntry.connector.wallet, isAmbiguous: true },
      }
      onFound(sameNameEntry.connector)
    }
    const takenPaths = new Set(otherStandard.map(({ path }) => path))
    const basePath = `${prefix}${encodeURIComponent(name)}`
    const ids = Array.from({ length: maxWallets + 1 }, (_, i) =>
      i === 0 ? basePath : `${basePath}:${i + 1}`,
    )
    const id = ids.find((candidate) => !takenPaths.has(candidate)) ?? basePath
    const wallet: WalletIdentity = {
      name,
      ...(icon && { icon }),
      keys: [name],
      origin: 'announced',
      ...(sameNameEntries.length > 0 && { isAmbiguous: true }),
    }
    const standard = object as StandardWallet
    const connector = make({ id, wallet }, supportedMethods(registration), { standard })
    known.push({ provider: standard, path: id, connector })
    onFound(connector)
  }
  const registrationApi = Object.freeze({
    register(...wallets: readonly unknown[]): Stop {
      if (run.isOver) return () => {}
      const registered = wallets.slice(0, maxWallets)
      registered.forEach(addWallet)
      // A wallet that unregisters stays in lists to which it was already reported, but is not
      // reported to new listeners.
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
  const handleRegistration = (event: Event) => {
    try {
      ;(event as CustomEvent<(app: typeof registrationApi) => void>).detail(registrationApi)
    } catch {
      // A wallet whose registration throws is ignored.
    }
  }
  target.addEventListener('wallet-standard:register-wallet', handleRegistration)
  run.stop = () => target.removeEventListener('wallet-standard:register-wallet', handleRegistration)
  target.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: registrationApi }))
}

function isEventTarget(target: object): target is EventTarget {
  return 'addEventListener' in target && 'dispatchEvent' in target
}

function supportedMethods(registration: Registration): readonly (keyof Features)[] {
  return [
    'request',
    ...(registration.canSignMessage ? (['signMessage'] as const) : []),
    ...(registration.canSign ? (['transfer'] as const) : []),
    ...(registration.canSwitch ? (['switchChain'] as const) : []),
  ]
}
