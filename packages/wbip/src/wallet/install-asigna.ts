import { peekAt } from './provider.ts'

const messageSource = 'asigna-stx'
const providerPath = 'AsignaProvider'

/** The members of the page's `window` that `installAsigna` uses. */
export interface FramedPage {
  readonly top: { postMessage(message: unknown, targetOrigin: string): void } | null
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
  removeEventListener(type: 'message', listener: (event: MessageEvent) => void): void
}

/**
 * Installs a provider object for the multisig wallet Asigna, which shows this page in a frame. The
 * object sends requests to the top window, and recognises an answer by the method's name in it.
 * Nothing is installed when the page is not in such a frame, or when an object already exists at
 * the path. The returned function removes the object.
 * @param options - `origin` of the wallet; messages go to and come from this origin only
 */
export function installAsigna(
  page: FramedPage,
  options: { readonly origin?: string } = {},
): () => void {
  const { origin = 'https://stx.asigna.io' } = options
  const { top } = page
  const pageMembers = page as unknown as Record<string, unknown>
  if (!top || (top as unknown) === page || pageMembers[providerPath] !== undefined) return () => {}
  const pendingRequests: {
    readonly method: string
    readonly resolve: (result: unknown) => void
  }[] = []
  const hearAnswer = ({ source: sender, origin: senderOrigin, data }: MessageEvent) => {
    if (
      (sender as unknown) !== top ||
      senderOrigin !== origin ||
      peekAt(data, 'source') !== messageSource
    )
      return
    const answeredIndex = pendingRequests.findIndex(({ method }) =>
      Object.hasOwn(data as object, method),
    )
    const [one] = answeredIndex < 0 ? [] : pendingRequests.splice(answeredIndex, 1)
    one?.resolve(peekAt(data, one.method))
  }
  const provider = {
    request: (method: string, params?: unknown) =>
      new Promise((resolve, reject) => {
        try {
          top.postMessage({ source: messageSource, [method]: params ?? {} }, origin)
          pendingRequests.push({
            method,
            resolve: (result) => resolve({ jsonrpc: '2.0', id: 1, result }),
          })
        } catch (error) {
          reject(error)
        }
      }),
  }
  page.addEventListener('message', hearAnswer)
  pageMembers[providerPath] = provider
  return () => {
    page.removeEventListener('message', hearAnswer)
    if (pageMembers[providerPath] === provider) delete pageMembers[providerPath]
  }
}
