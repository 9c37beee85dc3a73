import { openApi } from '../../api/open-api.ts'
import { openDatabase } from '../../store/open-database.ts'
import { openStore } from '../../store/open-store.ts'
import type { CallApi } from '../login/LoginWindow.tsx'

/**
 * The vault's calls with the key of this partition, which is the window's own device. Opened at the
 * first call.
 */
export function openWindowApi(project: string): CallApi {
  const openOwnApi = async () => {
    const { device } = await openStore(await openDatabase(project, globalThis))
    // The way to a provider is bound to this browser by a cookie: this window's calls take it.
    const fetchSameOrigin: typeof fetch = (input, init) =>
      fetch(input, { ...init, credentials: 'same-origin' })
    return openApi(device, { origin: location.origin, fetch: fetchSameOrigin })
  }
  const held: { api?: ReturnType<typeof openOwnApi> } = {}
  return async (call, body) => {
    held.api ??= openOwnApi()
    return (await held.api)(call, body)
  }
}
