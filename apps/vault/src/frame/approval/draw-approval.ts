import { drawPayment } from './draw-payment.ts'
import type { Choices, Question } from './open-approvals.ts'
import './approval.css'

/** The pointer has been inside, and nothing has changed, for this long before Approve listens. */
const armMs = 1000

/**
 * Shows what is approved in this frame, with Reject first. Approve takes a press of the pointer
 * alone, begun and ended on it, after the pointer has moved in the frame (or a finger came down)
 * and a second has passed since anything changed: a page can send keys here, and clicks meant for
 * something else. Whoever has only keys goes on in a window.
 */
export function drawApproval(
  site: string,
  question: Question,
  { decide, leave }: Choices,
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
  const elsewhere = addElement('button', 'Decide in a window instead', 'leave')
  const hint = addElement('p', '', 'hint')
  hint.role = 'status'
  const ended = new AbortController()
  const { signal } = ended
  let since = performance.now()
  let isMoved = false
  let isPressed = false
  const disarmCard = (): void => {
    since = performance.now()
    isMoved = false
    isPressed = false
  }
  const isLate = (): boolean => performance.now() - since >= armMs
  const isArmed = (event: Event): boolean => event.isTrusted && isMoved && isLate()
  const listenOn = (
    target: EventTarget,
    name: string,
    listener: (event: Event) => void,
    capture = false,
  ): void => target.addEventListener(name, listener, { signal, capture })
  listenOn(card, 'pointermove', ({ isTrusted }) => {
    isMoved ||= isTrusted
  })
  // A finger has nothing to move before it comes down: it counts when it comes late enough.
  const noteTouch = (event: Event): void => {
    isMoved ||= event.isTrusted && (event as PointerEvent).pointerType !== 'mouse' && isLate()
  }
  listenOn(card, 'pointerdown', noteTouch, true)
  listenOn(approve, 'pointerdown', (event) => {
    isPressed = isArmed(event)
  })
  listenOn(approve, 'click', (event) => {
    // A click of the keyboard has no count.
    if (isPressed && isArmed(event) && (event as MouseEvent).detail > 0) decide(true)
    else
      hint.textContent =
        'Read it, then press with the pointer. With keys alone, decide in a window.'
    isPressed = false
  })
  listenOn(reject, 'click', ({ isTrusted }) => isTrusted && decide(false))
  listenOn(elsewhere, 'click', ({ isTrusted }) => isTrusted && leave())
  for (const name of ['blur', 'resize', 'scroll']) {
    listenOn(window, name, disarmCard)
  }
  listenOn(document, 'visibilitychange', disarmCard)
  document.body.append(card)
  reject.focus()
  return () => {
    ended.abort()
    card.remove()
  }
}
