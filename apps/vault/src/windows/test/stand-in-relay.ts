import type { SignIn } from '../../frame/account/open-sign-in.ts'
import { openRelay } from '../../frame/relay/open-relay.ts'
import type { Store } from '../../store/open-store.ts'
import { vaultAccount } from './account-scenes.ts'
import type { ApiStandIn } from './serve-windows.ts'
import { id } from './windows-world.ts'

/**
 * The gateway and a frame behind it, for a window that reaches its frame only through the gateway.
 */
export interface StandInRelay {
  readonly api: ApiStandIn
  /** The number that the frame shows, once it does. */
  number(): Promise<string>
  stop(): Promise<void>
}

interface RelayedText {
  readonly seq: number
  readonly device: string
  readonly text: string
}

/** A real end of a relay, whose frame sends `hello` to a window once it is paired. */
export function standInRelay(hello: object): StandInRelay {
  const boxes = new Map<string, RelayedText[]>()
  const waiting = new Set<() => void>()
  const ended = new AbortController()
  const pairs: string[] = []
  let seq = 0
  let show: (number: string) => void = () => {}
  const shown = new Promise<string>((resolve) => {
    show = resolve
  })
  const call = async (
    device: string,
    path: string,
    body: Record<string, unknown>,
  ): Promise<unknown> => {
    if (path === '/api/account') return { ...vaultAccount, methods: [] }
    const box = `${body.id} ${body.to ?? body.at}`
    const told = boxes.get(box) ?? []
    boxes.set(box, told)
    if (path === '/api/relay/tell') {
      seq += 1
      told.push({ seq, device, text: String(body.text) })
      for (const go of waiting) {
        go()
      }
      return {}
    }
    for (;;) {
      const found = told.filter((one) => one.seq > Number(body.after))
      if (found.length > 0 || ended.signal.aborted) return { told: found }
      await new Promise<void>((resolve) => waiting.add(resolve))
    }
  }
  const asked = { challenge: 'c', expiresAt: Date.now() + 600_000, resendAt: 0 }
  const session = { token: 'A'.repeat(43), refreshIn: 3600, expiresAt: Date.now() + 86_400_000 }
  const mails = { count: 0 }
  const api: ApiStandIn = async (path, body) => {
    if (path === '/api/email/start') return { body: asked }
    if (path === '/api/session/end') return { body: {} }
    if (path !== '/api/email/verify') return { body: await call('window-device', path, body) }
    mails.count += 1
    const isFirst = mails.count === 1
    const next = { state: 'confirm-device', email: 'ada@shop.example', ...asked, challenge: 'd' }
    return { body: isFirst ? next : { state: 'signed-in', session } }
  }
  const signIn = {
    call: (name: string, body: Record<string, unknown> = {}) =>
      call('frame-device', name.split(' ')[1] ?? '', body),
  } as unknown as SignIn
  const over = openRelay({
    id,
    signIn,
    signal: ended.signal,
    vault: {
      origin: 'https://vault.example',
      store: {
        pairs: async () => pairs,
        keepPairing: async (pair: string) => void pairs.push(pair),
      } as unknown as Store,
    },
    show: (number) => {
      show(number)
      return () => {}
    },
    hear: (source, message) => {
      if (message.type === 'latchkey-window-hello')
        source.postMessage({ ...hello, id, nonce: message.nonce } as never, 'https://vault.example')
    },
  })
  return {
    api,
    number: () => shown,
    async stop() {
      ended.abort()
      for (const go of waiting) {
        go()
      }
      await over
    },
  }
}
