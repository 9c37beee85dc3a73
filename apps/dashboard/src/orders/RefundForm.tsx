import { orderTextLimits } from '@latchkey/protocol'
import { type ReactElement, useId, useRef, useState } from 'react'
import { Confirm } from '../parts/Confirm.tsx'

interface Props {
  readonly onNote: (refund: { readonly note: string; readonly hash?: string }) => void
  readonly onClose: () => void
}

/**
 * Asks the operator how the money of an order was sent back, and stores the answer as a note that
 * cannot be changed.
 */
export function RefundForm({ onNote, onClose }: Props): ReactElement {
  const id = useId()
  const noteInput = useRef<HTMLInputElement>(null)
  const hashInput = useRef<HTMLInputElement>(null)
  const [note, setNote] = useState('')
  const [hash, setHash] = useState('')
  const [fault, setFault] = useState<{ readonly field: 'note' | 'hash'; readonly text: string }>()
  const submitNote = (): void => {
    const [shownNote, shownHash] = [note.trim(), hash.trim()]
    if (!shownNote) {
      setFault({ field: 'note', text: 'Say what was done' })
      noteInput.current?.focus()
    } else if (shownHash && !/^0x[\da-f]{64}$/i.test(shownHash)) {
      setFault({ field: 'hash', text: 'A transaction hash is 0x and 64 hex digits' })
      hashInput.current?.focus()
    } else onNote({ note: shownNote, ...(shownHash ? { hash: shownHash } : {}) })
  }
  return (
    <Confirm title="Note a refund" verb="Note it for good" onConfirm={submitNote} onClose={onClose}>
      <p className="soft">
        Send the money back with your own wallet first: this gateway moves none. Your server is told
        that the order is refunded.
      </p>
      <div className="field">
        <label htmlFor={`${id}n`}>What was done</label>
        <input
          id={`${id}n`}
          ref={noteInput}
          value={note}
          maxLength={orderTextLimits.refundNote}
          autoComplete="off"
          aria-invalid={fault?.field === 'note' ? true : undefined}
          aria-describedby={`${id}f`}
          onChange={({ target }) => setNote(target.value)}
        />
      </div>
      <div className="field">
        <label htmlFor={`${id}h`}>Transaction, if there is one</label>
        <input
          id={`${id}h`}
          ref={hashInput}
          className="mono"
          value={hash}
          maxLength={66}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={fault?.field === 'hash' ? true : undefined}
          aria-describedby={`${id}f`}
          onChange={({ target }) => setHash(target.value)}
        />
      </div>
      <p id={`${id}f`} className="fault" role="alert">
        {fault?.text}
      </p>
    </Confirm>
  )
}
