import { escapeText, type Page } from '../serve/page.ts'
import type { Message } from './inbox.ts'

/**
 * Renders all mail as a page without script: text is escaped, and HTML parts are in a sandboxed
 * frame.
 */
export function renderMailboxPage(
  messages: readonly Message[],
  recipient: string | undefined,
): Page {
  const recipientText = recipient === undefined ? '' : ` to ${escapeText(recipient)}`
  const messageCountText = messages.length === 1 ? '1 message' : `${messages.length} messages`
  const messageItems = messages.map(
    ({ id, from, to: recipient, subject, text, html, receivedAt }) =>
      `<li><article aria-labelledby="subject-${id}"><h2 id="subject-${id}">${escapeText(subject) || '(no subject)'}</h2>` +
      `<p class="quiet">To ${escapeText(recipient)}, from ${escapeText(from)}, ` +
      `<time datetime="${receivedAt}">${receivedAt.slice(0, 19).replace('T', ' ')} UTC</time></p>` +
      `<pre>${escapeText(text)}</pre>${
        html === null
          ? ''
          : `<details><summary>Show as HTML</summary><iframe sandbox="" loading="lazy" title="HTML of message ${id}" src="/messages/${id}/html"></iframe></details>`
      }</article></li>`,
  )
  return {
    title: 'Test mailbox',
    more: ["frame-src 'self'", "form-action 'self'"],
    body:
      '<h1>Test mailbox</h1><p class="quiet">Every mail of this development stack ends here and goes nowhere else.</p>' +
      `<p>${messageCountText}${recipientText}, newest first. <a href="${recipient === undefined ? '/' : `/?to=${encodeURIComponent(recipient)}`}">Refresh</a>${
        recipient === undefined ? '' : ' · <a href="/">All mail</a>'
      }</p>${messageItems.length > 0 ? `<ol>${messageItems.join('')}</ol>` : '<p class="card">No mail yet.</p>'}`,
  }
}
