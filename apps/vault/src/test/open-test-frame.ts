import type { ChainId } from '@latchkey/protocol'
import type { VaultProject } from '@latchkey/protocol/vault'
import { IDBFactory } from 'fake-indexeddb'
import { startFrame } from '../frame/start-frame.ts'
import { standInGateway } from './stand-in-gateway.ts'
import { standInWorkers } from './stand-in-worker.ts'

export const vaultOrigin = 'https://vault.example'
export const site = 'https://shop.example'
export const chains: readonly ChainId[] = [
  'eip155:31337',
  'solana:localnet',
  'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
]
export const project: VaultProject = {
  project: 'shop',
  origins: [site],
  providers: ['google'],
  recoveryByOperator: false,
  rpc: Object.fromEntries(
    chains.map((chain) => [chain, `${vaultOrigin}/rpc/shop?chainId=${chain}`]),
  ),
  limits: { 'eip155:31337': '1000000000000000' },
  namespaces: ['eip155', 'solana', 'bip122'],
}

type Listener = (event: MessageEvent<unknown>) => void
type FrameMessage = Readonly<Record<string, unknown>> & {
  readonly id?: number
  readonly error?: { readonly code: string }
}

/**
 * A frame with a page around it, in this process: the page's end of the port, and windows of the
 * vault.
 */
export function openTestFrame(
  more: {
    gateway?: ReturnType<typeof standInGateway>
    indexedDB?: IDBFactory
    project?: Partial<VaultProject>
  } = {},
) {
  const gateway = more.gateway ?? standInGateway()
  const indexedDB = more.indexedDB ?? new IDBFactory()
  const listeners = new Set<Listener>()
  const parent = {}
  const self = {
    origin: vaultOrigin,
    parent,
    location: { ancestorOrigins: { 0: site } },
    indexedDB,
    fetch: gateway.fetch,
    addEventListener: (_: 'message', listener: Listener) => void listeners.add(listener),
    removeEventListener: (_: 'message', listener: Listener) => void listeners.delete(listener),
  }
  const workers = standInWorkers()
  const stop = startFrame(self, { ...project, ...more.project }, workers.scripts)
  const dispatch = (event: object): void => {
    for (const listener of [...listeners]) {
      listener(event as MessageEvent<unknown>)
    }
  }
  const { port1: port, port2 } = new MessageChannel()
  const said: FrameMessage[] = []
  const hearing = new Set<() => void>()
  port.onmessage = ({ data }) => {
    said.push(JSON.parse(data))
    for (const hear of [...hearing]) {
      hear()
    }
  }
  /** Resolves to the first message of the frame, past or future, that `fits`. */
  const heard = (fits: (one: FrameMessage) => boolean, from = 0): Promise<FrameMessage> =>
    new Promise((resolve) => {
      const look = (): void => {
        const found = said.slice(from).find(fits)
        if (!found) return
        hearing.delete(look)
        resolve(found)
      }
      hearing.add(look)
      look()
    })
  const hello = {
    type: 'latchkey-vault-hello',
    version: 1,
    least: 1,
    project: 'shop',
    nonce: 'ab'.repeat(16),
  }
  let last = 0
  const call = async (method: string, params: unknown): Promise<unknown> => {
    last += 1
    const id = last
    port.postMessage(JSON.stringify({ id, method, params }))
    const { result, error } = await heard((one) => one.id === id)
    if (error) throw error
    return result
  }
  /** Opens a window of the vault, as the page would, and collects the frame's messages to it. */
  const openWindow = (id: string) => {
    const told: FrameMessage[] = []
    const waiting = new Set<() => void>()
    const source = {
      postMessage(message: FrameMessage, target: string) {
        if (target !== vaultOrigin) throw new Error('told to somebody else')
        told.push(structuredClone(message))
        for (const look of [...waiting]) {
          look()
        }
      },
    }
    const say = (message: object, origin = vaultOrigin, by: object = source): void =>
      dispatch({ origin, source: by, data: { id, ...message }, ports: [] })
    const hear = (type: string): Promise<FrameMessage> =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = told.find((one) => one.type === type)
          if (found) resolve(found)
        }
        waiting.add(look)
        look()
      })
    return { say, hear, told, greet: () => say({ type: 'latchkey-window-hello', nonce: 'n1' }) }
  }
  return {
    gateway,
    indexedDB,
    workers,
    parent,
    port,
    port2,
    said,
    heard,
    call,
    openWindow,
    dispatch,
    hello,
    greet: (event: object = {}) =>
      dispatch({ source: parent, origin: site, data: hello, ports: [port2], ...event }),
    stop: () => {
      stop()
      port.close()
    },
  }
}

/** A frame whose visitor has signed up by email. */
export async function signedUp(more: Parameters<typeof openTestFrame>[0] = {}) {
  const frame = openTestFrame(more)
  frame.greet()
  await frame.call('login-email', { email: 'ada@shop.example', chains })
  const step = (await frame.call('login-code', { code: '123456' })) as {
    readonly step: string
    readonly session: { readonly accounts: readonly { readonly account: string }[] }
  }
  const [evm = '', solana = '', bitcoin = ''] = step.session.accounts.map(
    ({ account }) => account.split(':')[2] ?? '',
  )
  return { ...frame, step, evm, solana, bitcoin }
}
