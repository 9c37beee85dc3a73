import { once } from 'node:events'
import { WebSocket } from 'ws'
import { makeTestIdentity, type TestIdentity } from './make-relay.ts'

export interface ClientPush {
  readonly id: number
  readonly topic: string
  readonly message: string
}

/** A client of a running relay, by a real socket. */
export interface RelayClient {
  readonly did: string
  readonly socket: WebSocket
  readonly pushes: ClientPush[]
  /** Rejects with the JSON-RPC error, or when the socket closes first. */
  call(method: string, params: unknown): Promise<unknown>
  close(): Promise<void>
}

export interface ClientOptions {
  readonly identity?: TestIdentity
  /** The project that it names; by default one that no gateway knows. */
  readonly projectId?: string
  /** False: leaves pushes unanswered. */
  readonly isAcknowledging?: boolean
  readonly onPush?: (push: ClientPush) => void
}

/** @param url - `http:` or `ws:` address of the gateway */
export async function connectClient(
  url: string,
  options: ClientOptions = {},
): Promise<RelayClient> {
  const { identity = makeTestIdentity(), isAcknowledging = true, onPush } = options
  const { projectId = 'any' } = options
  const address = `${url.replace(/^http/, 'ws')}/?auth=${identity.token()}&projectId=${projectId}`
  const socket = new WebSocket(address, { perMessageDeflate: false })
  const waiting = new Map<string, { resolve(value: unknown): void; reject(error: unknown): void }>()
  const pushes: ClientPush[] = []
  const state = { next: 1 }
  socket.on('message', (data) => {
    const { id, method, params, result, error } = JSON.parse(data.toString())
    if (method === 'irn_subscription') {
      const push = { id, topic: params.data.topic, message: params.data.message }
      if (isAcknowledging) socket.send(`{"id":${id},"jsonrpc":"2.0","result":true}`)
      if (onPush) onPush(push)
      else pushes.push(push)
      return
    }
    const call = waiting.get(id)
    waiting.delete(id)
    if (error) call?.reject(error)
    else call?.resolve(result)
  })
  socket.on('close', () => {
    for (const { reject } of waiting.values()) {
      reject(new Error('the socket closed'))
    }
    waiting.clear()
  })
  socket.on('error', () => {})
  await once(socket, 'open')
  return {
    did: identity.did,
    socket,
    pushes,
    call: (method, params) =>
      new Promise((resolve, reject) => {
        if (socket.readyState !== socket.OPEN) return reject(new Error('the socket is closed'))
        const id = String(state.next++)
        waiting.set(id, { resolve, reject })
        socket.send(JSON.stringify({ id, jsonrpc: '2.0', method, params }))
      }),
    async close() {
      if (socket.readyState === socket.CLOSED) return
      const closed = once(socket, 'close')
      socket.close()
      await closed
    },
  }
}
