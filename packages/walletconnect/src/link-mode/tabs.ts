import { isHex32 } from '../crypto/bytes.ts'
import type { LinkMessage } from './link-message.ts'

const name = 'latchkey.link-mode'
const longest = 65_536

/** Passes a message to the other tabs of this site. */
export function tellTabs({ topic, message }: LinkMessage): void {
  if (!globalThis.BroadcastChannel) return
  const channel = new BroadcastChannel(name)
  channel.postMessage({ topic, message })
  channel.close()
}

/** Hears what other tabs were given, for as long as the page lives. */
export function hearTabs(listener: (message: LinkMessage) => void): void {
  if (!globalThis.BroadcastChannel) return
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }) => {
    const { topic, message } = (data ?? {}) as { readonly topic?: unknown; readonly message?: unknown }
    if (isHex32(topic) && typeof message === 'string' && message.length <= longest && /^[-_\w]+$/.test(message))
      listener({ topic, message })
  }
  // Where a process would wait for it (tests, servers), it does not.
  const { unref } = channel as { unref?: () => void }
  unref?.call(channel)
}
