import type { InjectedRequest, InjectionFrame, InjectionTarget } from './contract.ts'
import { runInPage } from './run-in-page.ts'
import type { PageAnswer, PageMessage, WalletCard } from './wallet-card.ts'
import { makeWireCodec } from './wire.ts'

/** The connection of one wallet in the test with its counterparts in every frame of the target. */
export interface Bridge {
  /** Tells every frame of an event. */
  push(event: string, payload: unknown): void
  /** Resolves when the frames know of every event so far. */
  flush(): Promise<void>
  /** Resolves with the next request for which `isWanted` holds. */
  waitFor(isWanted: (request: InjectedRequest) => boolean): Promise<InjectedRequest>
}

/**
 * Stands a wallet up in every document that the target loads from now on.
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
    // The wallet records the request before anybody who waits for it goes on.
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
      // Wallets tell of a change before they answer the request that made it.
      await flush()
    }
  }
  await target.exposeBinding(channel, async ({ frame }, text) => {
    const message = JSON.parse(text) as PageMessage
    frames.add(frame)
    if (message.type === 'hello') return ''
    return JSON.stringify(await answerRequest(message.method, decode(message.params)))
  })
  // Compilers may have put calls of a helper `__name` into the function's text.
  const program = `{const __name = (named) => named;(${runInPage})(${JSON.stringify({ ...card, channel })})}`
  await target.addInitScript({ content: program })

  return {
    push(event, payload) {
      const text = JSON.stringify(JSON.stringify({ event, payload: encode(payload) }))
      for (const frame of frames) {
        const pushed = frame
          .evaluate(`globalThis.${channel}Deliver?.(${text})`)
          // The frame or its page is gone.
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
