import { getAccount, getConnection, type Kit } from '@latchkey/core'
import { perKit } from '@latchkey/core/inside'
import { type ReactElement, type ReactNode, useRef, useState } from 'react'
import type { ViewModal, ViewProps } from '../../contract/view.ts'
import type { ConnectWords } from '../../words/words.ts'

/**
 * Remembers for each kit whether the visitor has accepted the terms, once for all ways to connect.
 */
const termsStateOfKit: (kit: Kit) => { isAccepted: boolean } = perKit(() => ({ isAccepted: false }))

export interface Consent {
  /** Runs `action`, or moves the focus to the checkbox when it must be ticked first. */
  readonly ask: (action: () => void) => void
  /** Whether the visitor has nothing to accept, so that a press may open a link directly. */
  readonly isGiven: boolean
  /**
   * The checkbox, or the sentence about the terms; nothing when the owner has neither terms nor a
   * privacy policy.
   */
  readonly field: ReactElement | null
}

/** The owner's terms: a sentence, or a checkbox that must be ticked before a wallet is asked. */
export function useConsent({
  kit,
  modal,
  onAccept,
}: {
  readonly kit: Kit
  readonly modal: Pick<ViewModal, 'options'> & { readonly words: ConnectWords }
  readonly onAccept?: () => void
}): Consent {
  const words = modal.words.connect
  const { termsUrl, privacyUrl } = modal.options
  const checkbox = useRef<HTMLInputElement>(null)
  const [isAccepted, setAccepted] = useState(termsStateOfKit(kit).isAccepted)
  const [isMissed, setMissed] = useState(false)
  const policyLinks = [
    termsUrl && <PolicyLink key="terms" href={termsUrl} text={words.terms} />,
    privacyUrl && <PolicyLink key="privacy" href={privacyUrl} text={words.privacy} />,
  ].filter(Boolean)
  const grantedConsent = { ask: (action: () => void) => action(), isGiven: true }
  if (policyLinks.length === 0) return { ...grantedConsent, field: null }
  const names: ReactNode =
    policyLinks.length === 2 ? [policyLinks[0], ` ${words.and} `, policyLinks[1]] : policyLinks
  if (kit.getState().features.legalCheckbox !== true)
    return {
      ...grantedConsent,
      field: (
        <p className="hint legal">
          {words.agree} {names}
        </p>
      ),
    }
  return {
    isGiven: isAccepted,
    ask: (action) => {
      if (isAccepted) return action()
      setMissed(true)
      checkbox.current?.focus()
    },
    field: (
      <div className="legal" data-fault={isMissed && !isAccepted}>
        <label className="check">
          <input
            ref={checkbox}
            type="checkbox"
            checked={isAccepted}
            aria-describedby="legal-note"
            onChange={({ currentTarget: { checked } }) => {
              setAccepted(checked)
              termsStateOfKit(kit).isAccepted = checked
              onAccept?.()
            }}
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

/**
 * Shown instead of a view that asks a wallet, when the page opened it before the terms were
 * accepted.
 */
export function ConsentGate({
  kit,
  modal,
  route,
  children,
}: Pick<ViewProps, 'kit' | 'route'> & {
  readonly modal: ViewModal
  readonly children: ReactNode
}): ReactNode {
  const { isGiven, field } = useConsent({ kit, modal, onAccept: () => modal.replace(route) })
  const status = 'connector' in route ? getConnection(kit, route).status : 'idle'
  return isGiven || status !== 'idle' || getAccount(kit).account ? children : field
}

function PolicyLink({
  href,
  text,
}: {
  readonly href: string
  readonly text: string
}): ReactElement | string {
  // A link that would run a script is shown as plain text, because the owner may have configured
  // one by mistake.
  if (/^(javascript|data|vbscript):/i.test(href.trim())) return text
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  )
}
