import { hasCode } from '@latchkey/protocol'
import type { MessageFromWorker, MessageToWorker, Operation, SealedShares } from './message.ts'

/** Runs one operation in this worker, and only once; the vault ends the worker after its answer. */
export function serveOperation<I, O>(operation: Operation<I, O>): void {
  let isStarted = false
  let resolveSealed: (sealed: SealedShares) => void = () => {}
  const sendMessage = (message: MessageFromWorker<O>): void => self.postMessage(message)
  self.onmessage = ({ data }: MessageEvent<MessageToWorker<I>>) => {
    if (data.type === 'sealed') return resolveSealed(data.sealed)
    if (isStarted) return
    isStarted = true
    operation(data.input, (sealKey) => {
      const sealed = new Promise<SealedShares>((resolve) => {
        resolveSealed = resolve
      })
      sendMessage({ type: 'key', sealTo: sealKey })
      return sealed
    }).then(
      (output) => sendMessage({ type: 'done', output }),
      (error: unknown) => {
        const code = hasCode(error) ? error.code : 'unknown'
        const reason = hasCode(error) ? error.context.reason : undefined
        sendMessage({ type: 'failed', code, reason: reason ?? '' })
      },
    )
  }
}
