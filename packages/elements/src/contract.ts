import type { AccountView, Kit } from '@latchkey/core'
import type { Modal, ModalOptions, OpenParameters } from '@latchkey/modal'
import type { ChainId, LatchkeyError, Namespace } from '@latchkey/protocol'

/** The settings of a kit, as read from an element's attributes and checked. */
export interface KitSettings {
  /** From the attribute `kit-id`, default `default`: elements with the same id share a kit. */
  readonly id: string
  /**
   * From the attribute `networks`: CAIP-2 ids of the kit's chains, the preferred one of each chain
   * family first.
   */
  readonly networks: readonly ChainId[]
  /**
   * From the attributes `gateway` and `project`: the gateway's URL, and the id of the site there.
   */
  readonly gateway?: { readonly url: string; readonly project: string }
  /**
   * From the attribute `relays`: addresses (`wss:`) of the relays over which wallets on phones are
   * reached.
   */
  readonly relays: readonly string[]
  /** From the attribute `namespace`: the chain family that is shown first. */
  readonly namespace?: Namespace
}

/**
 * Makes a kit with the settings from an element's attributes. It may reject, best with the error
 * code `config-invalid`.
 */
export type MakeKit = (settings: KitSettings) => Kit | Promise<Kit>

/**
 * The events of `<latchkey-button>` and `<latchkey-dialog>`. No event bubbles, because each element
 * reports only on its own kit.
 */
export interface LatchkeyEventMap {
  /** Sent when the element has its kit and dialog, and again when it gets others. */
  readonly 'latchkey-ready': CustomEvent<Modal>
  /** Sent when a wallet is connected, newly or resumed after a reload. */
  readonly 'latchkey-connect': CustomEvent<AccountView>
  readonly 'latchkey-disconnect': CustomEvent<null>
  /** Sent when the connected visitor uses another account. */
  readonly 'latchkey-account': CustomEvent<AccountView>
  /** Sent when the connected visitor uses another chain. */
  readonly 'latchkey-chain': CustomEvent<AccountView>
  /**
   * Sent when connecting failed or was declined (`user-rejected`), or when the attributes are wrong
   * (`config-invalid`). Wrong attributes are reported in the console too, unless a listener calls
   * `preventDefault()`.
   */
  readonly 'latchkey-error': CustomEvent<LatchkeyError>
  readonly 'latchkey-open': CustomEvent<null>
  readonly 'latchkey-close': CustomEvent<null>
}

export type LatchkeyEventName = keyof LatchkeyEventMap

/** The properties and methods that `<latchkey-button>` and `<latchkey-dialog>` have in common. */
export interface LatchkeyElement extends HTMLElement {
  /**
   * The kit that the element uses. A page may set a kit that it has made, instead of writing
   * attributes.
   */
  get kit(): Kit | undefined
  set kit(kit: Kit | null | undefined)
  /**
   * The dialog that the element uses. A page may set a dialog that it has made; the dialog brings
   * its kit.
   */
  get modal(): Modal | undefined
  set modal(modal: Modal | null | undefined)
  /** Options for the dialog, in addition to those that have an attribute. */
  options: ModalOptions
  /** The account of the chain family that is shown; undefined while there is no kit. */
  readonly account: AccountView | undefined
  /** Attribute `kit-id`: elements with the same id share a kit. */
  kitId: string | null
  /**
   * Attribute `networks`: CAIP-2 ids of the kit's chains, as a list, or as text with spaces or
   * commas between them.
   */
  get networks(): string | null
  set networks(networks: string | readonly string[] | null)
  /** Attribute `gateway`: URL of the site's own gateway. */
  gateway: string | null
  /** Attribute `project`: id of the site at its gateway. */
  project: string | null
  /**
   * Attribute `relays`: addresses (`wss:`) of relays, as a list, or as text with spaces or commas
   * between them.
   */
  get relays(): string | null
  set relays(relays: string | readonly string[] | null)
  /** Attribute `namespace`: the chain family that is shown first, such as `eip155` or `solana`. */
  namespace: string | null
  /** Attribute `theme`: colours of the dialog, `light`, `dark` or `system`. */
  theme: string | null
  /** Attribute `terms-url`: address of the site's terms of service, to which the dialog links. */
  termsUrl: string | null
  /** Attribute `privacy-url`: address of the site's privacy policy, to which the dialog links. */
  privacyUrl: string | null
  /** Attribute `currency`: the currency in which the dialog shows values, such as `eur`. */
  currency: string | null
  /**
   * Opens the dialog.
   * @param view - default: the account when one is connected, else the wallets
   * @returns false when it did not open: its code could not be loaded, it was closed meanwhile, or
   *   the element has no kit
   */
  open(view?: OpenParameters['view']): Promise<boolean>
  close(): void
  /**
   * Ends every connection on this page at once, then in the wallets.
   * @throws `disconnect-failed` when a wallet could not be told
   */
  disconnect(): Promise<void>
  addEventListener<N extends LatchkeyEventName>(
    type: N,
    listener: (event: LatchkeyEventMap[N]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void
}

/**
 * The element `<latchkey-button>`. It shows "Connect wallet", then "Connecting…", then the account.
 * In a form its value is the connected account as a CAIP-10 id. `::part(button)` styles it.
 */
export interface LatchkeyButtonElement extends LatchkeyElement {
  /** Attribute `label`: the button's text while nobody is connected; default "Connect wallet". */
  label: string | null
  /**
   * Attribute `view`: the view of the dialog that the button opens, `Connect`, `AllWallets`,
   * `GetWallet`, `WhatIsAWallet`, `Account` or `Networks`. Default: the account when one is
   * connected, else the list of wallets.
   */
  view: string | null
  /** Attribute `name`: the name under which a form's data contains the account. */
  name: string | null
  disabled: boolean
  /** Attribute `required`: whether a form cannot be submitted while nobody is connected. */
  required: boolean
}

/**
 * The element `<latchkey-dialog>`. It draws nothing itself: it configures the dialog and sends the
 * dialog's events.
 */
export type LatchkeyDialogElement = LatchkeyElement
