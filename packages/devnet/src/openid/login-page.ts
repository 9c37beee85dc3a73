import { escapeText, type Page } from '../serve/page.ts'

/** What the sign-in page of a simulated provider shows. */
export interface LoginRequest {
  /** Name of the login provider. */
  readonly name: string
  readonly redirectUri: string
  readonly scope: string
  /** Why the input that was submitted before is wrong. */
  readonly fault?: string | undefined
}

/**
 * Renders the sign-in page of a simulated provider, which must not look like the real provider's
 * page.
 */
export function loginPage({ name, redirectUri, scope, fault }: LoginRequest): Page {
  const escapedName = escapeText(name)
  return {
    title: `Test sign-in: plays ${name}`,
    isSmall: true,
    body:
      `<h1>Test sign-in: plays ${escapedName}</h1>` +
      `<p class="note">This page is not ${escapedName}. It plays ${escapedName} for development on this computer: type any name, and never a real password.</p>` +
      `<dl><dt>Goes back to</dt><dd>${escapeText(new URL(redirectUri).host)}</dd><dt>Asks for</dt><dd>${escapeText(scope) || 'nothing'}</dd></dl>` +
      '<form method="post" autocomplete="off">' +
      `<div class="field"><label for="account">Account</label><input type="text" id="account" name="account" required maxlength="100" autocapitalize="none" spellcheck="false"${
        fault ? ' aria-invalid="true" aria-describedby="fault"' : ''
      }>${fault ? `<p class="fault" id="fault" role="alert">${escapeText(fault)}</p>` : ''}</div>` +
      '<div class="field"><label for="email">Email</label><input type="text" id="email" name="email" inputmode="email" maxlength="200" autocapitalize="none" spellcheck="false" aria-describedby="email-hint">' +
      '<p class="quiet" id="email-hint">Optional: an empty one is an account without email.</p></div>' +
      '<div class="field"><label class="choice"><input type="checkbox" name="unverified"> Address not confirmed</label></div>' +
      '<div class="row"><button class="main" name="action" value="sign-in">Sign in</button>' +
      '<button name="action" value="cancel" formnovalidate>Cancel</button></div></form>',
  }
}

/** Renders the page for a request that is refused without a redirect to the client. */
export function refusalPage(name: string, error: string, reason: string, status = 400): Page {
  return {
    title: `Test sign-in: plays ${name}`,
    isSmall: true,
    status,
    body: `<h1>Test sign-in: plays ${escapeText(name)}</h1><p role="alert"><strong>Error ${status}: ${escapeText(error)}</strong></p><p>${escapeText(reason)}</p>`,
  }
}
