import { makeCaller } from './caller.ts'
import type { Client } from './clients.ts'
import { readFrame } from './frame.ts'
import { callMethod, toRpcError } from './methods.ts'
import { makeOutbox } from './outbox.ts'
import type { SharedServices } from './shared-services.ts'
import type { Wire } from './wire.ts'

/** One client's WebSocket connection, from the upgrade to its end. */
export interface Connection {
  /** Handles a text frame of the client. */
  receiveFrame(text: string): void
  /** Reads again all mailboxes to which the client is subscribed. */
  flush(): void
  /** Called when everything in the socket's send buffer has been sent. */
  resumeSending(): void
  /** Called about once a second; closes the connection of a client that stopped reading. */
  tick(): void
  /** Called after the socket was closed. */
  end(): void
}

/** Maximum number of unanswered calls of one client; above it nothing is read from its socket. */
const maxRunningCalls = 64
const maxBufferedBytes = 4 * 1_048_576

/**
 * Creates the connection of a client that was admitted.
 * @param shared - state that all connections of a relay share
 */
export function makeConnection(client: Client, wire: Wire, shared: SharedServices): Connection {
  const { did } = client
  const { store, metrics, log, now } = shared
  const subscriptions = new Map<string, string>()
  const state = { running: 0, isPaused: false, isEnded: false }
  const onError = (error: unknown): void =>
    log.error({ name: errorName(error) }, 'relay store failed')
  const outbox = makeOutbox({
    did,
    wire,
    store,
    metrics,
    now,
    onError,
    subscriptionOf: (topic) => subscriptions.get(topic),
  })

  const caller = makeCaller(client, subscriptions, outbox, shared)

  const sendError = (id: string, code: number, message: string): void =>
    wire.send(`{"id":${id},"jsonrpc":"2.0","error":${JSON.stringify({ code, message })}}`)
  const runCall = async (id: string, method: string, params: unknown): Promise<void> => {
    try {
      const reply = await callMethod(method, caller, params)
      if (state.isEnded) return
      if (!reply) {
        metrics.countRefused('unknown-method')
        return sendError(id, -32601, 'Method not found')
      }
      wire.send(`{"id":${id},"jsonrpc":"2.0","result":${JSON.stringify(reply.result)}}`)
      for (const topic of reply.flush ?? []) {
        outbox.flush(topic)
      }
    } catch (error) {
      const rpcError = toRpcError(error)
      if (rpcError?.code === -32602) metrics.countRefused('invalid')
      if (!rpcError) onError(error)
      if (state.isEnded) return
      sendError(id, rpcError?.code ?? -32603, rpcError?.message ?? 'Internal error')
      outbox.flushHeld()
    }
  }
  /**
   * Reading is paused for a client that sends faster than it is served, or that does not read its
   * answers.
   */
  const pauseOrResumeReading = (): void => {
    const isOverloaded = state.running >= maxRunningCalls || wire.bufferedBytes > maxBufferedBytes
    if (isOverloaded === state.isPaused) return
    state.isPaused = isOverloaded
    if (isOverloaded) wire.pause()
    else wire.resume()
  }

  return {
    receiveFrame(text) {
      const frame = readFrame(text)
      if (frame.kind === 'answer') return outbox.settlePush(frame.id, frame.isResult)
      if (frame.kind === 'invalid') {
        metrics.countRefused('invalid')
        return sendError(
          frame.id,
          frame.code,
          frame.code === -32700 ? 'Parse error' : 'Invalid request',
        )
      }
      state.running += 1
      pauseOrResumeReading()
      void runCall(frame.id, frame.method, frame.params).finally(() => {
        state.running -= 1
        pauseOrResumeReading()
      })
    },
    flush: () => {
      for (const topic of subscriptions.keys()) {
        outbox.flush(topic)
      }
    },
    resumeSending() {
      pauseOrResumeReading()
      outbox.resume()
    },
    tick() {
      pauseOrResumeReading()
      outbox.resume()
      if (!outbox.isStuck()) return
      metrics.countRefused('stuck')
      wire.close(1013, 'Nothing was read for a minute')
    },
    end() {
      state.isEnded = true
      outbox.closeOutbox()
      caller.unsubscribe([...subscriptions.keys()])
    },
  }
}

function errorName(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : 'unknown'
}
