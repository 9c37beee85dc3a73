import { race } from '@latchkey/protocol/race'

/**
 * A wallet's EIP-1193 provider; every member except `request` may be missing, and each may throw.
 */
export interface Provider {
  request(parameters: { readonly method: string; readonly params?: unknown }): Promise<unknown>
  on?(event: string, listener: (payload: unknown) => void): unknown
  removeListener?(event: string, listener: (payload: unknown) => void): unknown
  off?(event: string, listener: (payload: unknown) => void): unknown
}

/** Sends one request to a wallet; the wait for its answer ends when `signal` aborts. */
export function askProvider(
  provider: Provider,
  method: string,
  params?: unknown,
  signal?: AbortSignal,
): Promise<unknown> {
  return race(
    () => provider.request(params === undefined ? { method } : { method, params }),
    signal,
  )
}

/**
 * Listens to one event. For a provider that cannot remove listeners, the listener is disabled
 * instead.
 */
export function listenTo(
  provider: Provider,
  event: string,
  listener: (payload: unknown) => void,
): () => void {
  const subscription = { listener: listener as ((payload: unknown) => void) | undefined }
  const forwardPayload = (payload: unknown) => subscription.listener?.(payload)
  runIgnoringErrors(() => provider.on?.(event, forwardPayload))
  return () => {
    if (!subscription.listener) return
    subscription.listener = undefined
    runIgnoringErrors(() => {
      if (provider.removeListener) provider.removeListener(event, forwardPayload)
      else provider.off?.(event, forwardPayload)
    })
  }
}

function runIgnoringErrors(action: () => unknown): void {
  try {
    action()
  } catch {
    // The error is ignored, because a provider that cannot send events still answers requests.
  }
}
