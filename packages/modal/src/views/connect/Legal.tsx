import { type ReactElement, type ReactNode, useRef, useState } from 'react'
import type { ViewProps } from '../../view.ts'

export interface Consent {
  /** Runs the deed, or leads to the checkbox where it must be ticked first. */
  readonly ask: (deed: () => void) => void
  /** Nothing has to be done first: a press may leave the page by itself. */
  readonly isGiven: boolean
  /** The checkbox or the sentence; nothing where the owner has neither terms nor policy. */
  readonly field: ReactElement | null
}

/** The owner's terms: a sentence, or a checkbox that must be ticked before a wallet is asked. */
export function useConsent({ kit, modal }: Pick<ViewProps<'Connect'>, 'kit' | 'modal'>): Consent {
  const words = modal.words.connect
  const { termsUrl, privacyUrl } = modal.options
  const box = useRef<HTMLInputElement>(null)
  const [isAccepted, setAccepted] = useState(false)
  const [isMissed, setMissed] = useState(false)
  const links = [
    termsUrl && <Leaf key="terms" href={termsUrl} text={words.terms} />,
    privacyUrl && <Leaf key="privacy" href={privacyUrl} text={words.privacy} />,
  ].filter(Boolean)
  if (links.length === 0) return { ask: (deed) => deed(), isGiven: true, field: null }
  const names: ReactNode = links.length === 2 ? [links[0], ` ${words.and} `, links[1]] : links
  if (kit.options.features?.legalCheckbox !== true)
    return {
      ask: (deed) => deed(),
      isGiven: true,
      field: (
        <p className="hint legal">
          {words.agree} {names}
        </p>
      ),
    }
  return {
    isGiven: isAccepted,
    ask: (deed) => {
      if (isAccepted) return deed()
      setMissed(true)
      box.current?.focus()
    },
    field: (
      <div className="legal" data-fault={isMissed && !isAccepted}>
        <label className="check">
          <input
            ref={box}
            type="checkbox"
            checked={isAccepted}
            aria-describedby="legal-note"
            onChange={(event) => setAccepted(event.currentTarget.checked)}
          />
          <span>
            {words.accept} {names}
          </span>
        </label>
        <p id="legal-note" role="status" className="legal-note">
          {isMissed && !isAccepted ? words.acceptFirst : null}
        </p>
      </div>
    ),
  }
}

function Leaf({ href, text }: { readonly href: string; readonly text: string }): ReactElement | string {
  // An owner's slip must not run in the page.
  if (/^(javascript|data|vbscript):/i.test(href.trim())) return text
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  )
}
