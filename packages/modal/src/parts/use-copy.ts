import { useCallback, useEffect, useRef, useState } from 'react'

const resultDurationMs = 1500

/** Writes to the clipboard and reports the result for a moment. */
export function useCopy(onResult: (result: 'copied' | 'failed', text: string) => void): {
  readonly result: 'copied' | 'failed' | null
  readonly copy: (text: string) => void
} {
  const [result, setResult] = useState<'copied' | 'failed' | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const latestOnResult = useRef(onResult)
  useEffect(() => {
    latestOnResult.current = onResult
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = useCallback((text: string): void => {
    const reportResult = (copyResult: 'copied' | 'failed') => {
      setResult(copyResult)
      latestOnResult.current(copyResult, text)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setResult(null), resultDurationMs)
    }
    // The clipboard is absent on pages without https, and refused in frames without the permission.
    Promise.resolve(
      navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard')),
    ).then(
      () => reportResult('copied'),
      () => reportResult('failed'),
    )
  }, [])
  return { result, copy }
}
