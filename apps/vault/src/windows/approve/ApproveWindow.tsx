import type { VaultProject } from '@latchkey/protocol/vault'
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { randomId } from '../../base64url.ts'
import type { FramedWindow } from '../page/framed-window.ts'
import { leavingMessageType } from '../page/leaving-message-type.ts'
import type { UseChannel } from '../page/use-channel.ts'
import { Address } from '../parts/Address.tsx'
import { ArmedButton } from '../parts/ArmedButton.tsx'
import { Facts } from '../parts/Facts.tsx'
import { MessageWindow } from '../parts/MessageWindow.tsx'
import { Notice } from '../parts/Notice.tsx'
import { Shell } from '../parts/Shell.tsx'
import { useArming } from '../parts/use-arming.ts'
import { WaitingNotice } from '../parts/WaitingNotice.tsx'
import { RecoveryAlert } from '../protect/RecoveryAlert.tsx'
import { words } from '../words.ts'
import { DelegationNotice } from './DelegationNotice.tsx'
import { rememberReceivers } from './known-receivers.ts'
import { RequestView } from './RequestView.tsx'
import {
  type Approval,
  type ApprovalReading,
  bareAccount,
  receiversOf,
  useApprovalReading,
} from './use-approval-reading.ts'

type Decision = 'open' | 'approved' | 'rejected'

/** Shows one request of the page, and takes the visitor's decision. */
export function ApproveWindow({ channel, project, onRecovery }: FramedWindow): ReactNode {
  const approval = channel.last('latchkey-frame-approval')
  const doneMessage = channel.last('latchkey-frame-done')
  if (doneMessage) return <EndedRequestNotice isRefused={doneMessage.isRefused === true} />
  if (!approval) return <WaitingNotice channel={channel} />
  return (
    <Question
      key={approval.payload}
      approval={approval}
      project={project}
      channel={channel}
      onRecovery={onRecovery}
    />
  )
}

function EndedRequestNotice({ isRefused }: { readonly isRefused: boolean }): ReactNode {
  useEffect(() => {
    if (!isRefused) close()
  }, [isRefused])
  return isRefused ? (
    <MessageWindow heading={words.refused} text={words.refusedText} tone="bad" />
  ) : (
    <MessageWindow heading={words.done} text={words.doneText} tone="ok" />
  )
}

function Question(props: {
  readonly approval: Approval
  readonly project: VaultProject
  readonly channel: UseChannel
  readonly onRecovery: (id: string) => void
}): ReactNode {
  const { approval, project, channel, onRecovery } = props
  const approvalReading = useApprovalReading(approval, project)
  const arming = useArming(approvalReading ? approvalReading.payload : '')
  const [hint, setHint] = useState('')
  const [decision, setDecision] = useState<Decision>('open')
  const decisionRef = useRef<Decision>('open')
  const reject = useRef<HTMLButtonElement>(null)
  const isReadingReady = approvalReading !== undefined

  const decideRequest = (next: 'approved' | 'rejected'): void => {
    if (decisionRef.current !== 'open') return
    decisionRef.current = next
    setDecision(next)
    const payload = approvalReading?.payload ?? approval.payload
    channel.tell({ type: 'latchkey-window-decided', approved: next === 'approved', payload })
  }
  useEffect(() => {
    if (isReadingReady) reject.current?.focus()
  }, [isReadingReady])
  useEffect(() => {
    // Closing the window without a decision rejects the request.
    const rejectOnLeave = (): void => {
      if (decisionRef.current !== 'open') return
      decisionRef.current = 'rejected'
      channel.tell({ type: 'latchkey-window-decided', approved: false, payload: approval.payload })
    }
    addEventListener(leavingMessageType, rejectOnLeave)
    return () => removeEventListener(leavingMessageType, rejectOnLeave)
  }, [approval, channel])

  if (!approvalReading) return <WaitingNotice channel={channel} />
  const isRecoveryNeeded = approval.barred !== undefined
  const canApprove =
    !isRecoveryNeeded &&
    !approvalReading.isMismatch &&
    approvalReading.reading.kind !== 'unreadable' &&
    channel.state === 'open'
  const openRecoverySetup = (): void => {
    if (decisionRef.current !== 'open') return
    decisionRef.current = 'rejected'
    const next = randomId(32)
    channel.tell({ type: 'latchkey-window-next', next })
    onRecovery(next)
  }
  const approveRequest = (event: React.MouseEvent): void => {
    if (!arming.takeClick({ isTrusted: event.nativeEvent.isTrusted, detail: event.detail })) {
      setHint(words.armNotYet)
      return
    }
    rememberReceivers(
      localStorage,
      bareAccount(approval.account),
      'steps' in approvalReading.reading ? receiversOf(approvalReading.reading.steps) : [],
    )
    decideRequest('approved')
  }
  const actions =
    decision === 'open' ? (
      <>
        <button
          ref={reject}
          type="button"
          className="secondary"
          onClick={() => {
            decideRequest('rejected')
            // The window closes a second later, so that the frame gets the decision first: once a
            // window is closed, its messages name no sender.
            setTimeout(() => close(), 1_000)
          }}
        >
          {words.reject}
        </button>
        {canApprove ? (
          <button
            type="button"
            className="primary"
            data-resting={!arming.isArmed}
            aria-disabled={arming.isEarly}
            onPointerDown={arming.onPointerDown}
            onClick={approveRequest}
          >
            {words.approve}
          </button>
        ) : null}
        {isRecoveryNeeded ? (
          <ArmedButton className="primary" onClick={openRecoverySetup}>
            {words.barredAction}
          </ArmedButton>
        ) : null}
      </>
    ) : undefined
  const heading =
    canApprove || isRecoveryNeeded
      ? words.approveHeading[approvalReading.reading.kind]
      : words.approveHeading.unreadable
  return (
    <Shell heading={heading} actions={actions} keepsFocus>
      <Facts
        rows={[
          [words.site, <strong key="site">{approval.site}</strong>],
          [words.network, approvalReading.world.network.name],
          [
            words.account,
            <Fragment key="account">
              <Address address={bareAccount(approval.account)} />
              {approvalReading.isContract ? (
                <span className="sub">{words.contractAccount}</span>
              ) : null}
            </Fragment>,
          ],
          feeRow(approvalReading),
        ]}
      />
      {'makesAccount' in approvalReading.reading ? (
        <Notice tone="note">{words.makesAccount}</Notice>
      ) : null}
      {isRecoveryNeeded ? (
        <Notice tone="bad">
          <strong>{words.barredHeading}.</strong> {words.barredText(approval.site)}
        </Notice>
      ) : null}
      <RecoveryAlert channel={channel} />
      {approvalReading.isMismatch ? <Notice tone="bad">{words.mismatch}</Notice> : null}
      <DelegationNotice approval={approval} project={project} reading={approvalReading.reading}>
        <RequestView reading={approvalReading.reading} world={approvalReading.world} />
      </DelegationNotice>
      <p className="status" role="status">
        {describeDecision(decision, hint)}
      </p>
    </Shell>
  )
}

/** @param hint - text shown before a decision */
function describeDecision(decision: Decision, hint: string): string {
  if (decision === 'open') return hint
  return decision === 'approved' ? words.signing : words.rejected
}

function feeRow({ reading, fee }: ApprovalReading): readonly [string, ReactNode] | null {
  if ('payer' in reading && reading.payer)
    return [words.feeSponsor, <Address key="fee" address={reading.payer} />]
  return fee === undefined ? null : [words.fee, fee]
}
