import { isDataIcon } from '@latchkey/protocol'
import { isProvider } from './is-provider.ts'
import type { Provider } from './provider.ts'

/**
 * An announcement of a wallet (EIP-6963) that has been validated. Its texts are copies, so that the
 * wallet cannot change them later.
 */
export interface Announcement {
  readonly uuid: string
  readonly name: string
  readonly rdns: string
  readonly icon?: string
  readonly provider: Provider
}

/**
 * Reads the `detail` of a wallet's announcement event; null when it is malformed or reading it
 * throws. Only the icon may be missing or invalid.
 */
export function readAnnouncement(detail: unknown): Announcement | null {
  try {
    const { info, provider } = detail as { info: Record<string, unknown>; provider: unknown }
    const { uuid, rdns, icon } = info
    // Control characters and characters that change the text's direction could make one wallet's
    // name look like another's.
    const name =
      typeof info.name === 'string'
        ? info.name.slice(0, 256).replace(/\p{C}/gu, '').trim().slice(0, 64)
        : ''
    if (typeof uuid !== 'string' || !/^[0-9a-fA-F-]{36}$/.test(uuid)) return null
    if (typeof rdns !== 'string' || rdns.length > 128 || !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(rdns))
      return null
    if (!name || !isProvider(provider)) return null
    return { uuid, name, rdns: rdns.toLowerCase(), provider, ...(isDataIcon(icon) && { icon }) }
  } catch {
    return null
  }
}
