import { hasCode } from '@latchkey/protocol'
import type { Stop } from '../contract/stop.ts'
import { toFailure } from '../machine/failure.ts'
import type { Recorder } from './source.ts'

/**
 * Reports uncaught errors that come from the kit's code; errors of the page's own code are ignored.
 */
export function uncaughtErrors({ fail }: Recorder): Stop {
  const reportFailure = (error: unknown): void => {
    if (!hasCode(error)) return
    fail('INTERNAL_SDK_ERROR', toFailure(error), {
      isUncaught: true,
      ...(error.stack && { stack: error.stack }),
    })
  }
  const onError = ({ error }: ErrorEvent): void => reportFailure(error)
  const onRejection = ({ reason }: PromiseRejectionEvent): void => reportFailure(reason)
  addEventListener('error', onError)
  addEventListener('unhandledrejection', onRejection)
  return () => {
    removeEventListener('error', onError)
    removeEventListener('unhandledrejection', onRejection)
  }
}
