import { openVaultApi } from '../../api/open-vault-api.ts'
import { openDatabase } from '../../store/open-database.ts'
import { openStore } from '../../store/open-store.ts'
import type { CallApi } from '../login/LoginWindow.tsx'

/**
 * Makes the client of the vault's API for a window that is a device of its own, with the key of its
 * storage partition. The key is opened at the first call.
 */
export function openWindowApi(project: string): CallApi {
  const openOwnApi = async () => {
    const { device } = await openStore(await openDatabase(project, globalThis))
    // The calls send cookies, because a cookie binds the login at a provider to this browser.
    const fetchSameOrigin: typeof fetch = (input, init) =>
      fetch(input, { ...init, credentials: 'same-origin' })
    return openVaultApi(device, { origin: location.origin, fetch: fetchSameOrigin })
  }
  const lazyApi: { api?: ReturnType<typeof openOwnApi> } = {}
  return async (call, body) => {
    lazyApi.api ??= openOwnApi()
    return (await lazyApi.api)(call, body)
  }
}
