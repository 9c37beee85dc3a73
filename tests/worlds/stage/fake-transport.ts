import type { Prompt, RemoteSession, Transport } from '@latchkey/core'
import { type ChainId, type ErrorCode, LatchkeyError } from '@latchkey/protocol'

type Link = Extract<Prompt, { readonly kind: 'uri' }>

interface Attempt {
  readonly prompt: (link: Link) => void
  readonly resolve: (peer: RemoteSession['peer'], granted: Granted) => void
  readonly reject: (error: unknown) => void
}

/** What the session grants; default: all that the page asks for. */
export interface Granted {
  readonly chains?: readonly ChainId[]
  readonly methods?: readonly string[]
}

/** A fake wallet on a phone and its transport, controlled by a test. */
export interface Phone {
  readonly transport: Transport
  /** Links made so far, oldest first. */
  readonly links: readonly string[]
  /** Links that an attempt has used, oldest first. */
  readonly used: readonly string[]
  /** Requests of the page after connecting. */
  readonly asked: readonly string[]
  /** While `isHeld`, no link is made. */
  hold(isHeld: boolean): void
  /** Sets the lifetime of later links, in milliseconds. */
  lifetime(ms: number): void
  /** Replaces the attempt's link, as shortly before it expires. */
  renew(): void
  approve(peer?: Partial<RemoteSession['peer']>, granted?: Granted): void
  /** Refuses the page's last request with an EIP-1193 code. */
  refuse(code: number): void
  fail(code: ErrorCode): void
}

const hex = (): string =>
  [...crypto.getRandomValues(new Uint8Array(32))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')

/** A transport without a network: its links look real, and nothing leaves the page. */
export function fakeTransport(account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'): Phone {
  const links: string[] = []
  const used: string[] = []
  const asked: string[] = []
  const refusals: ((error: unknown) => void)[] = []
  let lifetimeMs = 240_000
  let made: Link | undefined
  let held: (() => void)[] | undefined
  let attempt: Attempt | undefined
  let waiting: ((attempt: Attempt) => void) | undefined
  /** Answers now, or as soon as the page has started an attempt. */
  const answer = (how: (attempt: Attempt) => void): void => {
    if (attempt) how(attempt)
    else waiting = how
  }

  const make = (): Link => {
    const expiresAt = Date.now() + lifetimeMs
    const uri = `wc:${hex()}@2?relay-protocol=irn&symKey=${hex()}&expiryTimestamp=${Math.floor(expiresAt / 1000)}`
    links.push(uri)
    made = { kind: 'uri', uri, expiresAt }
    return made
  }
  const prepared = async (): Promise<Link> => {
    if (held) await new Promise<void>((resolve) => held?.push(resolve))
    return made && made.expiresAt - Date.now() > 10_000 ? made : make()
  }
  const sessionOf = (
    peer: RemoteSession['peer'],
    {
      chains = [],
      methods = ['personal_sign', 'eth_sendTransaction', 'wallet_switchEthereumChain'],
    }: Granted,
  ): RemoteSession => {
    const listeners = new Set<(event: { readonly type: 'end' }) => void>()
    return {
      id: 'fake',
      peer,
      namespaces: {
        eip155: { accounts: chains.map((chain) => `${chain}:${account}` as const), chains },
      },
      methods: { eip155: methods },
      expiresAt: Date.now() + 86_400_000,
      request: (_, method, __, options) => {
        asked.push(method)
        return new Promise((___, reject) => {
          refusals.push(reject)
          options?.signal?.addEventListener('abort', () => reject(options.signal?.reason))
        })
      },
      watch: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      end: async () => {},
    }
  }

  return {
    links,
    used,
    asked,
    hold: (isHeld) => {
      const asleep = held ?? []
      held = isHeld ? [] : undefined
      if (!isHeld)
        for (const go of asleep) {
          go()
        }
    },
    lifetime: (ms) => {
      lifetimeMs = ms
    },
    renew: () => answer(({ prompt }) => prompt(make())),
    approve: (peer, granted = {}) =>
      answer((present) => {
        attempt = undefined
        present.resolve({ name: 'Harbor Phone', ...peer }, granted)
      }),
    refuse: (code) => refusals.pop()?.(Object.assign(new Error('refused'), { code })),
    fail: (code) =>
      answer((present) => {
        attempt = undefined
        present.reject(new LatchkeyError(code))
      }),
    transport: {
      id: 'walletConnect',
      wallet: { name: 'WalletConnect', keys: [], origin: 'walletConnect' },
      prepare: async () => await prepared(),
      start: ({ onPrompt, signal, chains }) =>
        new Promise((resolve, reject) => {
          attempt = {
            prompt: onPrompt,
            resolve: (peer, granted) =>
              resolve({
                session: sessionOf(peer, { chains: chains.map(({ id }) => id), ...granted }),
              }),
            reject,
          }
          waiting?.(attempt)
          waiting = undefined
          signal.addEventListener('abort', () => {
            attempt = undefined
            reject(signal.reason)
          })
          void prepared().then((link) => {
            if (signal.aborted) return
            used.push(link.uri)
            made = undefined
            onPrompt(link)
          })
        }),
      restore: async () => [],
    },
  }
}
