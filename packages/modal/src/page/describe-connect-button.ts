import type { Modal } from '../contract/modal.ts'
import { pageWords } from '../words/en/page.ts'
import css from './button.css?inline'
import { readAccountStatus } from './read-account-status.ts'

/** What a button that opens the dialog says and shows, for pages that draw it without React. */
export interface ConnectButtonDescription {
  /** Text of the button. */
  readonly text: string
  /** Accessible name where the text alone is not enough, such as `Account 0x71C7…976F`. */
  readonly accessibleName?: string
  readonly status: 'disconnected' | 'connecting' | 'connected'
  /** Whether the dialog is open. */
  readonly isExpanded: boolean
  /** Whether the dialog's code is being loaded to open the dialog. */
  readonly isBusy: boolean
}

/**
 * Style sheet of a button with the class `latchkey-button`. Its rules have no specificity, so any
 * rule of the page overrides them.
 */
export const connectButtonCss: string = css

/**
 * Describes the button as `ConnectButton` draws it now; ask again whenever the kit or the modal
 * tells of a change.
 * @param modal - undefined while the page has none: nobody is connected then
 * @param options.label - text while nobody is connected; default "Connect wallet"
 * @param options.isFailed - whether the last press of this button could not load the dialog
 * @example
 * ```ts
 * const { text, accessibleName } = describeConnectButton(modal, { label: 'Log in' })
 * show(accessibleName ?? text)
 * ```
 */
export function describeConnectButton(
  modal: Modal | undefined,
  options: { readonly label?: string; readonly isFailed?: boolean } = {},
): ConnectButtonDescription {
  const [status, ...labelParts] = (modal ? readAccountStatus(modal.kit) : 'disconnected').split(' ')
  const { open: isExpanded, loading: isLoading } = modal?.getState() ?? {}
  const name = labelParts.join(' ')
  const restingText =
    status === 'connecting' ? pageWords.connecting : (options.label ?? pageWords.connect)
  return {
    text: options.isFailed ? pageWords.loadFailed : name || restingText,
    ...(name && !options.isFailed && { accessibleName: pageWords.account(name) }),
    status: status as ConnectButtonDescription['status'],
    isExpanded: !!isExpanded,
    isBusy: !!isLoading && !isExpanded,
  }
}
