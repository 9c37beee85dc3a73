import type { LatchkeyError } from '@latchkey/protocol'
import type { ErrorText } from '@latchkey/protocol/errors'
import { useEffect, useState } from 'react'

/**
 * Returns what happened and how to fix it, for the error of a hook; undefined without an error, and
 * until the texts are loaded. The texts are for the page's developer; a page for visitors may
 * choose its own by `error.code`.
 *
 * @example
 * ```tsx
 * import { useConnect, useErrorText } from '@latchkey/react'
 *
 * function Failure() {
 *   const { state } = useConnect()
 *   const text = useErrorText(state.status === 'failed' ? state.error : undefined)
 *   return text ? <p role="alert">{text.what}. {text.fix}</p> : null
 * }
 * ```
 */
export function useErrorText(error: LatchkeyError | undefined): ErrorText | undefined {
  const [text, setText] = useState<{ readonly of: LatchkeyError; readonly text: ErrorText }>()
  useEffect(() => {
    if (!error) return
    let isCurrent = true
    import('@latchkey/protocol/errors').then(
      ({ textOfError }) => {
        const { reason, fix } = error.context
        const known = textOfError(error.code)
        if (isCurrent)
          setText({
            of: error,
            text: {
              ...known,
              what: reason ? `${known.what}: ${reason}` : known.what,
              fix: fix ?? known.fix,
            },
          })
      },
      () => {
        // Without the texts a page still has the error's code and message.
      },
    )
    return () => {
      isCurrent = false
    }
  }, [error])
  return text && text.of === error ? text.text : undefined
}
