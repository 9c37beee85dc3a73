import { hasCode } from '@latchkey/protocol'
import { type ReactElement, useEffect, useState } from 'react'

/** Shows why a request failed. The texts are loaded when one is needed. */
export function FailureText({ error }: { readonly error: unknown }): ReactElement {
  const code = hasCode(error) ? error.code : 'unknown'
  const [text, setText] = useState('It did not work.')
  useEffect(() => {
    let isUnmounted = false
    void import('@latchkey/protocol/errors').then(({ textOfError }) => {
      if (!isUnmounted) setText(textOfError(code).what)
    })
    return () => {
      isUnmounted = true
    }
  }, [code])
  return <span>{text}</span>
}
