import type { InjectedRequest, InjectionFrame, InjectionTarget } from './contract.ts'
import { runInPage } from './run-in-page.ts'
import type { PageAnswer, PageMessage, WalletCard } from './wallet-card.ts'
import { makeWireCodec } from './wire.ts'

/** Connects a mock wallet in the test with its provider objects in all frames of the target. */
export interface Bridge {
  /** Sends a wallet event to every frame. */
  push(event: string, payload: unknown): void
  /** Resolves when the frames have received all events that were sent before. */
  flush(): Promise<void>
  /** Resolves to the next request for which `isWanted` returns true. */
  waitFor(isWanted: (request: InjectedRequest) => boolean): Promise<InjectedRequest>
}

/**
 * Puts a wallet's provider objects into every document that the target loads from now on.
 * @param handleRequest asks the wallet; what it throws is thrown in the page
 */
export async function openBridge(
  target: InjectionTarget,
  card: Omit<WalletCard, 'channel'>,
  handleRequest: (method: string, params: unknown) => Promise<unknown>,
): Promise<Bridge> {
  const channel = `latchkeyWallet${crypto.randomUUID().replaceAll('-', '')}`
  const { encode, decode } = makeWireCodec(isStandardAccount)
  const frames = new Set<InjectionFrame>()
  const pushes = new Set<Promise<void>>()
  const waiters = new Set<(request: InjectedRequest) => void>()
  const flush = async (): Promise<void> => {
    await Promise.all(pushes)
  }
  const answerRequest = async (method: string, params: unknown): Promise<PageAnswer> => {
    // The wallet handles the request first, so that it is in the wallet's records before a waiting
    // test continues.
    const handled = handleRequest(method, params)
    for (const tell of [...waiters]) {
      tell({ method, params })
    }
    try {
      return { result: encode(await handled) }
    } catch (failure) {
      if (!(failure instanceof Error)) return { failure: encode(failure) }
      return { failure: encode({ ...failure }), message: failure.message }
    } finally {
      // Real wallets emit the events of a change before they answer the request that caused it.
      await flush()
    }
  }
  await target.exposeBinding(channel, async ({ frame }, text) => {
    const message = JSON.parse(text) as PageMessage
    frames.add(frame)
    if (message.type === 'hello') return ''
    return JSON.stringify(await answerRequest(message.method, decode(message.params)))
  })
  // A bundler may have inserted calls of its helper `__name` into the function's source text.
  const program = `{const __name = (named) => named;(${runInPage})(${JSON.stringify({ ...card, channel })})}`
  await target.addInitScript({ content: program })

  return {
    push(event, payload) {
      const text = JSON.stringify(JSON.stringify({ event, payload: encode(payload) }))
      for (const frame of frames) {
        const pushed = frame
          .evaluate(`globalThis.${channel}Deliver?.(${text})`)
          // The frame was removed, or its page was closed.
          .catch(() => void frames.delete(frame))
          .then(() => void pushes.delete(pushed))
        pushes.add(pushed)
      }
    },
    flush,
    waitFor: (isWanted) =>
      new Promise((resolve) => {
        const tell = (request: InjectedRequest): void => {
          if (!isWanted(request)) return
          waiters.delete(tell)
          resolve(request)
        }
        waiters.add(tell)
      }),
  }
}

function isStandardAccount(value: object): boolean {
  const { address, publicKey } = value as { address?: unknown; publicKey?: unknown }
  return typeof address === 'string' && publicKey instanceof Uint8Array
}
