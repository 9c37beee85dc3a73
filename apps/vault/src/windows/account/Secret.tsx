import { type ReactNode, useEffect, useState } from 'react'
import { ArmedButton } from '../parts/ArmedButton.tsx'
import { words } from '../words.ts'

/**
 * Shows a secret text on request, and hides it when the window loses focus. It is copied to the
 * clipboard only on request.
 */
export function Secret(props: {
  readonly name: string
  readonly text: string
  readonly isWords?: boolean
  readonly note?: string
}): ReactNode {
  const { name, text, isWords = false, note } = props
  const [isShown, setIsShown] = useState(false)
  const [copied, setCopied] = useState<'' | 'copied' | 'cleared' | 'noCopy'>('')
  useEffect(() => {
    const hideText = (): void => setIsShown(false)
    const hideWhenInvisible = (): void => {
      if (document.hidden) hideText()
    }
    addEventListener('blur', hideText)
    document.addEventListener('visibilitychange', hideWhenInvisible)
    return () => {
      removeEventListener('blur', hideText)
      document.removeEventListener('visibilitychange', hideWhenInvisible)
    }
  }, [])
  const writeClipboard = (textToCopy: string, nextState: 'copied' | 'cleared'): void =>
    void navigator.clipboard.writeText(textToCopy).then(
      () => setCopied(nextState),
      () => setCopied('noCopy'),
    )
  return (
    <section className="card" aria-label={name}>
      <h2>{name}</h2>
      {note ? <p className="text">{note}</p> : null}
      {isShown && isWords ? (
        <ol className="words">
          {text.split(' ').map((word, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: words keep their order and may repeat.
            <li key={i}>{word}</li>
          ))}
        </ol>
      ) : null}
      {isShown && !isWords ? <p className="secret">{text}</p> : null}
      <div className="row-buttons">
        <ArmedButton className="secondary" onClick={() => setIsShown(!isShown)}>
          {isShown ? words.export.hide(name) : words.export.reveal(name)}
        </ArmedButton>
        {isShown ? (
          <ArmedButton className="secondary" onClick={() => writeClipboard(text, 'copied')}>
            {words.export.copy(name)}
          </ArmedButton>
        ) : null}
        {copied === 'copied' ? (
          <button
            type="button"
            className="secondary"
            onClick={() => writeClipboard(words.export.clearedText, 'cleared')}
          >
            {words.export.clear}
          </button>
        ) : null}
      </div>
      <p className="status" role="status">
        {copied === '' ? '' : words.export[copied]}
      </p>
    </section>
  )
}
