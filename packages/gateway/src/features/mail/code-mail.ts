import { type NoticeKind, notices } from './notice-words.ts'

/** What a mail with a code tells the recipient. */
export interface MailFacts {
  readonly purpose: 'email' | 'device' | 'change-old' | 'change-new' | 'prove' | 'capture'
  readonly code: string
  /**
   * Origin of the page that caused the mail; null in the vault's own window, and when the page is
   * unknown.
   */
  readonly site: string | null
  /** Browser and operating system of the visitor who requested the mail. */
  readonly label: string
  /**
   * Host name that the mail names as its sender: the vault's; in mails of `capture` the site's, or
   * the project id.
   */
  readonly vault: string
}

interface MailTexts {
  readonly subject: string
  readonly lead: string
  readonly tail: string
}

const mailTexts: Readonly<Record<MailFacts['purpose'], MailTexts>> = {
  email: {
    subject: 'Your sign-in code',
    lead: 'Type this code where you asked for it:',
    tail: 'If you did not ask for it, leave it: without the code nobody can sign in.',
  },
  device: {
    subject: 'Confirm a new device',
    lead: 'A device that is new to your wallet wants to sign in. If it is yours, type this code there:',
    tail: 'If it is not yours, leave the code: without it the device stays out. Somebody may be reading your mail.',
  },
  'change-old': {
    subject: 'Change of your email address',
    lead: 'Your wallet shall get another email address. To allow it, type this code:',
    tail: 'If you did not ask for it, leave the code: without it your address stays.',
  },
  'change-new': {
    subject: 'Confirm your new email address',
    lead: 'To make this the email address of your wallet, type this code:',
    tail: 'If you did not ask for it, leave it.',
  },
  prove: {
    subject: 'Confirm that it is you',
    lead: 'Something that cannot be undone shall be done with your wallet. To go on, type this code in the window that asks for it:',
    tail: 'If you did not ask for it, leave the code: without it nothing is done. Somebody may have your device.',
  },
  capture: {
    subject: 'Confirm your email address',
    lead: 'You gave this address to the site below. To confirm it, type this code there:',
    tail: 'If you did not, leave it: without the code the site does not get your address.',
  },
}

export interface Mail {
  /**
   * Kind of the mail: a code is useless after some minutes, while a notice is still delivered hours
   * later.
   */
  readonly kind: 'code' | 'notice'
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Creates a mail with one six-digit code, in text and HTML, without a link. */
export function codeMail({ purpose, code, ...facts }: MailFacts): Mail {
  const { subject, lead, tail } = mailTexts[purpose]
  const originLines = describePlace(facts)
  const validityText =
    'It holds for ten minutes and works once. Nobody but you needs it: give it to no one.'
  return {
    kind: 'code',
    subject: `${subject} for ${toSingleLine(facts.vault)}`,
    text: [lead, '', code, '', ...originLines, '', validityText, tail, ''].join('\n'),
    html: renderPage(
      `<p>${lead}</p><p style="font-size:32px;letter-spacing:6px">${code}</p>`,
      originLines,
      [validityText, tail],
    ),
  }
}

/** Creates a notice without a code. @param link - page whose button stops the reported action */
export function noticeMail(
  kind: NoticeKind,
  { link, ...facts }: Pick<MailFacts, 'site' | 'label' | 'vault'> & { readonly link?: string },
): Mail {
  const notice = notices[kind]
  const originLines = describePlace(facts)
  const advice =
    'If this was not you, move what the wallet holds to another one, and remove devices you do not know.'
  const closingText = [advice, ...(notice.more ? [notice.more] : [])].join(' ')
  const stopLines =
    link === undefined || !notice.link ? [] : ['This was not me:', notice.link, link]
  const leadHtml = `<p>${notice.lead}</p>`
  return {
    kind: 'notice',
    subject: `${notice.subject} at ${toSingleLine(facts.vault)}`,
    text: [notice.lead, '', ...originLines, '', closingText, '', ...stopLines, ''].join('\n'),
    html: renderPage(leadHtml, originLines, [
      closingText,
      ...stopLines.slice(0, 2),
      ...(stopLines[2] ? [renderLink(stopLines[2])] : []),
    ]),
  }
}

function describePlace({
  site,
  label,
  vault,
}: Pick<MailFacts, 'site' | 'label' | 'vault'>): string[] {
  const host = site === null ? vault : site.replace(/^[a-z][a-z\d+.-]*:\/\//i, '')
  return [`Site: ${toSingleLine(host)}`, `Browser: ${toSingleLine(label)}`]
}

/**
 * Returns text from outside as one line of bounded length. Long runs of digits are removed, so that
 * none can be mistaken for the code.
 */
function toSingleLine(text: string): string {
  return text
    .replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, ' ')
    .replace(/\p{N}(?:[\s\p{P}]?\p{N}){4,}/gu, '…')
    .slice(0, 100)
}

function renderPage(
  head: string,
  placeLines: readonly string[],
  closingLines: readonly string[],
): string {
  const lines = [...placeLines.map(escapeMarkup), ...closingLines]
    .map((line) => `<p>${line}</p>`)
    .join('')
  return `<!doctype html><html lang="en"><body style="font-family:sans-serif;max-width:480px">${head}${lines}</body></html>`
}

function renderLink(link: string): string {
  return `<a href="${escapeMarkup(link)}">${escapeMarkup(link)}</a>`
}

function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
