import type { VaultProject } from '@latchkey/protocol/vault'
import { type Api, openApi } from '../../api/open-api.ts'
import { openSignIn, type SignIn } from '../../frame/account/open-sign-in.ts'
import { openDatabase } from '../../store/open-database.ts'
import { openStore, type Store } from '../../store/open-store.ts'

/** This window as a device of its own: its key, its sign-in, and the frames it was paired with. */
export interface Own {
  readonly project: VaultProject
  readonly store: Store
  readonly api: Api
  readonly signIn: SignIn
}

/** @throws `vault-storage-missing` where this window may keep nothing */
export async function openOwn(project: VaultProject): Promise<Own> {
  const store = await openStore(await openDatabase(project.project, globalThis))
  // The way to a provider is bound to this browser by a cookie: this window's calls take it.
  const fetchSameOrigin: typeof fetch = (input, init) =>
    fetch(input, { ...init, credentials: 'same-origin' })
  const api = openApi(store.device, { origin: location.origin, fetch: fetchSameOrigin })
  return { project, store, api, signIn: openSignIn({ store, api, project }, () => {}) }
}
