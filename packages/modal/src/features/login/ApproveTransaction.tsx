import { type ReactElement, useEffect, useRef, useState } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'
import { Icon } from '../../parts/Icon.tsx'
import { approvalOf } from './approval.ts'
import { authOf } from './auth-of.ts'
import { openWindow } from './open-window.ts'
import { useVaultFrameHome } from './use-vault-frame-home.ts'

/**
 * Shows a request that the visitor decides in the vault: in a window of the vault, or in the
 * vault's frame, which is displayed inside this view.
 */
function ApproveTransaction({ kit, modal }: ViewProps<'ApproveTransaction'>): ReactElement {
  const words = modal.words.approve
  const container = useRef<HTMLDivElement>(null)
  const auth = authOf(kit)?.auth
  const approval = approvalOf(kit)
  const [opened, setOpened] = useState<{ readonly id: string; readonly how: 'yes' | 'blocked' }>()
  useVaultFrameHome(container, auth)
  // Leaving the view rejects the request at once, so that the page does not wait for it.
  useEffect(() => () => auth?.reject(), [auth])
  const isInFrame = approval?.place === 'frame'
  const showsNumber = approval?.shows === 'number'
  useEffect(() => {
    const frame = isInFrame ? auth?.frame() : null
    if (!frame) return
    const hidingAttributes = ['inert', 'aria-hidden', 'tabindex'].map(
      (name) => [name, frame.getAttribute(name)] as const,
    )
    for (const [name] of hidingAttributes) {
      frame.removeAttribute(name)
    }
    frame.slot = 'vault'
    return () => {
      frame.removeAttribute('slot')
      for (const [name, value] of hidingAttributes) {
        if (value !== null) frame.setAttribute(name, value)
      }
    }
  }, [isInFrame, auth])
  const openResult = opened && opened.id === approval?.id ? opened.how : undefined
  const chain = kit.chains.find(({ id }) => id === approval?.chain)
  const describeStatus = (): string => {
    if (showsNumber) return words.numberReady
    if (!approval) return words.none
    if (openResult === 'yes') return words.waiting
    return openResult === 'blocked' ? words.blocked : words.ready
  }
  return (
    <div
      className="approve"
      ref={container}
      data-place={approval?.place}
      data-shows={approval?.shows}
    >
      {approval && !approval.shows && (
        <dl className="box">
          <div className="kv">
            <dt>{words.request}</dt>
            <dd>{isInFrame ? words.askSignIn : (words.asks[approval.method] ?? words.askOther)}</dd>
          </div>
          <div className="kv">
            <dt>{words.network}</dt>
            <dd>{chain?.name ?? approval.chain}</dd>
          </div>
        </dl>
      )}
      {!showsNumber && <p className="hint">{isInFrame ? words.hintFrame : words.hint}</p>}
      {isInFrame && <slot name="vault" />}
      <p role="status" className="hint approve-status">
        {describeStatus()}
      </p>
      {approval?.place === 'window' && (
        <button
          type="button"
          className={openResult === 'yes' ? 'secondary' : 'primary'}
          onClick={() =>
            setOpened({
              id: approval.id,
              how: openWindow(approval.url) === null ? 'blocked' : 'yes',
            })
          }
        >
          {words.open}
          <Icon name="out" />
        </button>
      )}
      <button type="button" className="secondary" onClick={() => modal.back()}>
        {words.cancel}
      </button>
    </div>
  )
}

export const approveTransactionView: View<'ApproveTransaction'> = {
  heading: (words) => words.approve.heading,
  component: ApproveTransaction,
}
