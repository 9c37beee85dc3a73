import { drawPayment } from './draw-payment.ts'
import type { ApprovalHandlers, Question } from './open-approvals.ts'
import './approval.css'

/**
 * Milliseconds for which focus, size, scroll position and visibility must stay the same before the
 * Approve button accepts a press.
 */
const armDelayMs = 1000

/**
 * Shows a request in this frame, with Reject first. Approve accepts only a press of the pointer
 * that starts and ends on the button, after the pointer has moved in the frame (or a finger touched
 * it) and one second after the last change: the page could send key presses, or clicks meant for
 * something else. A visitor with only a keyboard continues in a window.
 */
export function drawApproval(
  site: string,
  question: Question,
  { decideApproval: decide, leave }: ApprovalHandlers,
): () => void {
  const card = document.createElement('main')
  card.className = 'approval'
  const addElement = <K extends keyof HTMLElementTagNameMap>(
    name: K,
    text: string,
    className = '',
  ): HTMLElementTagNameMap[K] => {
    const element = document.createElement(name)
    element.textContent = text
    if (className) element.className = className
    card.append(element)
    return element
  }
  const { reading, small } = question
  if (small) card.append(...drawPayment(site, question, small))
  else {
    addElement('h1', 'Sign in')
    addElement('p', site, 'site')
    addElement('pre', reading.kind === 'sign-in' ? reading.text : '')
  }
  const reject = addElement('button', 'Reject')
  const approve = addElement('button', small ? 'Approve' : 'Sign', 'approve')
  const openWindowButton = addElement('button', 'Decide in a window instead', 'leave')
  const hintElement = addElement('p', '', 'hint')
  hintElement.role = 'status'
  const listenerAbort = new AbortController()
  const { signal } = listenerAbort
  let armingStartedAt = performance.now()
  let hasPointerMoved = false
  let hasPressBegun = false
  const disarmCard = (): void => {
    armingStartedAt = performance.now()
    hasPointerMoved = false
    hasPressBegun = false
  }
  const isDelayOver = (): boolean => performance.now() - armingStartedAt >= armDelayMs
  const isArmed = (event: Event): boolean => event.isTrusted && hasPointerMoved && isDelayOver()
  const addCardListener = (
    target: EventTarget,
    name: string,
    listener: (event: Event) => void,
    capture = false,
  ): void => target.addEventListener(name, listener, { signal, capture })
  addCardListener(card, 'pointermove', ({ isTrusted }) => {
    hasPointerMoved ||= isTrusted
  })
  // Approve accepts a press only after a delay and a movement of the pointer, so that an accidental
  // press, or one that the page has provoked (clickjacking), approves nothing. A finger cannot move
  // before it touches the screen, so a touch after the delay counts as the movement.
  const recordPress = (event: Event): void => {
    hasPointerMoved ||=
      event.isTrusted && (event as PointerEvent).pointerType !== 'mouse' && isDelayOver()
  }
  addCardListener(card, 'pointerdown', recordPress, true)
  addCardListener(approve, 'pointerdown', (event) => {
    hasPressBegun = isArmed(event)
  })
  addCardListener(approve, 'click', (event) => {
    // A click that comes from the keyboard has `detail` 0; Approve accepts only clicks of a
    // pointer.
    if (hasPressBegun && isArmed(event) && (event as MouseEvent).detail > 0) decide(true)
    else
      hintElement.textContent =
        'Read it, then press with the pointer. With keys alone, decide in a window.'
    hasPressBegun = false
  })
  addCardListener(reject, 'click', ({ isTrusted }) => isTrusted && decide(false))
  addCardListener(openWindowButton, 'click', ({ isTrusted }) => isTrusted && leave())
  for (const name of ['blur', 'resize', 'scroll']) {
    addCardListener(window, name, disarmCard)
  }
  addCardListener(document, 'visibilitychange', disarmCard)
  document.body.append(card)
  reject.focus()
  return () => {
    listenerAbort.abort()
    card.remove()
  }
}
