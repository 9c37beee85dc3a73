import { LatchkeyError } from '@latchkey/protocol'
import { race } from '@latchkey/protocol/race'
import type { MessageFromWorker, MessageToWorker, SealedShares } from './message.ts'

/** Starts a worker with the script of one operation. */
export type StartWorker = () => Worker

/**
 * Runs one operation in a worker of its own, and ends the worker afterwards in any case.
 * @param secrets - buffers of shares: transferred, not copied
 * @param answer - answers the worker's only question; without it the worker may ask none
 * @throws errors of the worker or of `answer` | `aborted`
 */
export async function runWorker<I, O>(
  start: StartWorker,
  input: I,
  options: {
    readonly secrets?: readonly Uint8Array[]
    readonly answer?: (sealTo: string) => Promise<SealedShares>
    readonly signal?: AbortSignal | undefined
  } = {},
): Promise<O> {
  const { secrets = [], answer, signal } = options
  const worker = start()
  const sendMessage = (message: MessageToWorker<I>, transferred: readonly Uint8Array[]): void =>
    worker.postMessage(
      message,
      transferred.map(({ buffer }) => buffer as ArrayBuffer),
    )
  const listenToWorker = () =>
    new Promise<O>((resolve, reject) => {
      worker.onerror = () =>
        reject(new LatchkeyError('unknown', { reason: 'a script of the vault did not run' }))
      worker.onmessage = ({ data }: MessageEvent<MessageFromWorker<O>>) => {
        if (data.type === 'done') return resolve(data.output)
        if (data.type === 'failed')
          return reject(new LatchkeyError(data.code, { reason: data.reason }))
        if (!answer)
          return reject(new LatchkeyError('unknown', { reason: 'a question nobody answers' }))
        answer(data.sealTo).then(
          (sealed) =>
            sendMessage(
              { type: 'sealed', sealed },
              [sealed.signIn, sealed.recovery].filter((share) => share !== undefined),
            ),
          reject,
        )
      }
      sendMessage({ type: 'start', input }, secrets)
    })
  try {
    return await race(listenToWorker, signal)
  } finally {
    worker.terminate()
  }
}
