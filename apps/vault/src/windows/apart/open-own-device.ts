import type { VaultProject } from '@latchkey/protocol/vault'
import { type CallGateway, openVaultApi } from '../../api/open-vault-api.ts'
import { openSignIn, type SignIn } from '../../frame/account/open-sign-in.ts'
import { openDatabase } from '../../store/open-database.ts'
import { openStore, type Store } from '../../store/open-store.ts'

/**
 * What this window needs to act as a device of its own: its key, its session, and the paired
 * frames.
 */
export interface OwnDevice {
  readonly project: VaultProject
  readonly store: Store
  readonly api: CallGateway
  readonly signIn: SignIn
}

/** @throws `vault-storage-missing` when the browser lets this window store nothing */
export async function openOwnDevice(project: VaultProject): Promise<OwnDevice> {
  const store = await openStore(await openDatabase(project.project, globalThis))
  // The calls send cookies, because a cookie binds the login at a provider to this browser.
  const fetchSameOrigin: typeof fetch = (input, init) =>
    fetch(input, { ...init, credentials: 'same-origin' })
  const api = openVaultApi(store.device, { origin: location.origin, fetch: fetchSameOrigin })
  return { project, store, api, signIn: openSignIn({ store, api, project }, () => {}) }
}
