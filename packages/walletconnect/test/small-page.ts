import type { KitStorage, Prompt, SignInChallenge, TransportContext } from '@latchkey/core'
import type { Chain } from '@latchkey/protocol'
import type { MockRelay } from '@latchkey/testing'
import { createSeal } from '../src/keep/create-seal.ts'
import { openPage, type PageOptions } from '../src/page/open-page.ts'
import { memoryStorage } from './memory-storage.ts'

export const needs: TransportContext['needs'] = {
  eip155: {
    methods: ['personal_sign', 'eth_sendTransaction', 'wallet_switchEthereumChain'],
    events: ['accountsChanged', 'chainChanged'],
  },
}
export const chains = [{ id: 'eip155:1' }, { id: 'eip155:137' }] as unknown as readonly Chain[]
export const challenge: SignInChallenge = {
  domain: 'shop.test',
  uri: 'https://shop.test/',
  nonce: 'abcdefgh1234',
  statement: 'Sign in.',
  issuedAt: '2026-01-02T03:04:05.000Z',
}

export async function makeSeal() {
  const { subtle } = globalThis.crypto
  return createSeal(
    subtle,
    await subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
  )
}

/** A page of a shop, that can be loaded again with what it kept. */
export async function smallPage(relays: readonly MockRelay[], more: Partial<PageOptions> = {}) {
  const storage: KitStorage = memoryStorage()
  const seal = await makeSeal()
  const urls = relays.map((_, i) => `ws://relay-${i}.test`)
  // One class for all relays, as a page has: the address says which one is meant.
  const Sockets = relays.map(({ WebSocket }) => WebSocket)
  const WebSocket = new Proxy(Sockets[0] as typeof globalThis.WebSocket, {
    construct(_, [url]: [string]) {
      const Socket = Sockets[urls.findIndex((one) => url.startsWith(one))]
      if (!Socket) throw new Error(`no relay at ${url}`)
      return new Socket(url)
    },
  })
  const context: TransportContext = {
    kit: 'shop',
    storage,
    metadata: { name: 'Shop', url: 'https://shop.test' },
    needs,
  }
  const load = (over: Partial<PageOptions> = {}) =>
    openPage({ context, relays: urls.map((url) => ({ url })), seal, WebSocket, ...more, ...over })
  const page = await load()
  const start = (
    signal: AbortSignal = new AbortController().signal,
    signIn?: SignInChallenge,
    on = page,
  ) => {
    const prompts: (Prompt & { kind: 'uri' })[] = []
    let shown: (uri: string) => void = () => {}
    const uri = new Promise<string>((resolve) => {
      shown = resolve
    })
    const outcome = on.start({
      context,
      chains,
      signal,
      ...(signIn && { signIn }),
      onPrompt(prompt) {
        if (prompt.kind !== 'uri') return
        prompts.push(prompt)
        shown(prompt.uri)
      },
    })
    outcome.catch(() => undefined)
    return { outcome, prompts, uri }
  }
  const prepare = (signIn?: SignInChallenge) =>
    page.prepare({
      context,
      chains,
      signal: new AbortController().signal,
      ...(signIn && { signIn }),
    })
  return { page, context, storage, load, start, prepare, urls }
}
