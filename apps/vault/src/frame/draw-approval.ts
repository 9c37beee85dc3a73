import type { Question } from './open-approvals.ts'
import './approval.css'

/** The pointer has been inside, and nothing has changed, for this long before Approve listens. */
const armMs = 1000

/**
 * Shows a sign-in message in this frame, with Reject first. Approve takes a press of the pointer alone, begun and ended on it,
 * after the pointer has moved in the frame and a second has passed since anything changed: a page can send keys here, and
 * clicks meant for something else.
 */
export function drawApproval(site: string, { reading }: Question, decide: (approved: boolean) => void): () => void {
  const card = document.createElement('main')
  card.className = 'approval'
  const add = <K extends keyof HTMLElementTagNameMap>(
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
  add('h1', 'Sign in')
  add('p', site, 'site')
  add('pre', reading.kind === 'sign-in' ? reading.text : '')
  const reject = add('button', 'Reject')
  const approve = add('button', 'Sign', 'approve')
  const ended = new AbortController()
  const { signal } = ended
  let since = performance.now()
  let isMoved = false
  let isPressed = false
  const disarm = (): void => {
    since = performance.now()
    isMoved = false
    isPressed = false
  }
  const isArmed = (event: Event): boolean => event.isTrusted && isMoved && performance.now() - since >= armMs
  const on = (target: EventTarget, name: string, listener: (event: Event) => void): void =>
    target.addEventListener(name, listener, { signal })
  on(card, 'pointermove', ({ isTrusted }) => {
    isMoved ||= isTrusted
  })
  on(approve, 'pointerdown', (event) => {
    isPressed = isArmed(event)
  })
  on(approve, 'click', (event) => {
    // A click of the keyboard has no count.
    if (isPressed && isArmed(event) && (event as MouseEvent).detail > 0) decide(true)
    isPressed = false
  })
  on(reject, 'click', ({ isTrusted }) => isTrusted && decide(false))
  for (const name of ['blur', 'resize', 'scroll']) on(window, name, disarm)
  on(document, 'visibilitychange', disarm)
  document.body.append(card)
  reject.focus()
  return () => {
    ended.abort()
    card.remove()
  }
}
