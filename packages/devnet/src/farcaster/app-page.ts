import { escapeText, type Page } from '../serve/page.ts'
import type { Channel } from './channels.ts'
import { farcasterLiar, farcasterPeople } from './farcaster-people.ts'

const title = 'Test sign-in: plays Farcaster'
const pageHeading = `<h1>${title}</h1>`

/** The page that simulates the Farcaster app of a person. */
export function renderAppPage({ request: { domain, nonce, siweUri } }: Channel): Page {
  const personChoices = [...farcasterPeople, farcasterLiar].map(
    ({ username, displayName, fid }, i) =>
      `<label class="choice"><input type="radio" name="username" value="${username}"${i === 0 ? ' checked' : ''}> ${escapeText(displayName)} (id ${fid})</label>`,
  )
  return {
    title,
    isSmall: true,
    more: ["form-action 'self'"],
    body:
      `${pageHeading}<p class="note">This page is not Farcaster. It plays its app for development on this computer.</p>` +
      `<dl><dt>Site</dt><dd>${escapeText(domain)}</dd><dt>Address</dt><dd>${escapeText(siweUri)}</dd><dt>Nonce</dt><dd>${escapeText(nonce)}</dd></dl>` +
      `<form method="post"><fieldset class="field"><legend>Sign in as</legend>${personChoices.join('')}</fieldset>` +
      '<div class="row"><button class="main" name="action" value="approve">Approve</button><button name="action" value="reject">Reject</button></div></form>',
  }
}

/** Renders the page that shows how the sign-in ended. */
export function renderEndPage(text: string, redirectUrl?: string, status = 200): Page {
  const returnUrl =
    redirectUrl && /^https?:\/\//.test(redirectUrl) ? new URL(redirectUrl) : undefined
  return {
    title,
    isSmall: true,
    status,
    body: `${pageHeading}<p role="status">${escapeText(text)}</p>${
      returnUrl
        ? `<p><a href="${escapeText(returnUrl.href)}">Back to ${escapeText(returnUrl.host)}</a></p>`
        : ''
    }`,
  }
}
