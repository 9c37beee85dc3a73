import type { AccountView, Kit } from '@latchkey/core'
import type { Modal, ModalOptions, OpenParameters } from '@latchkey/modal'
import type { ChainId, LatchkeyError, Namespace } from '@latchkey/protocol'

/** What the attributes of an element say about the kit it wants, checked. */
export interface KitSettings {
  /** Attribute `kit-id`, default `default`: elements with the same id share a kit. */
  readonly id: string
  /** Attribute `networks`: CAIP-2 ids, the preferred one of each family first. */
  readonly networks: readonly ChainId[]
  /** Attributes `gateway` and `project`. */
  readonly gateway?: { readonly url: string; readonly project: string }
  /** Attribute `relays`: addresses (`wss:`) over which wallets on phones are reached. */
  readonly relays: readonly string[]
  /** Attribute `namespace`: the chain family shown first. */
  readonly namespace?: Namespace
}

/** Makes a kit of what the attributes say. It may reject, best with `config-invalid`. */
export type MakeKit = (settings: KitSettings) => Kit | Promise<Kit>

/** Events of an element. None bubbles: each element tells of its own kit. */
export interface LatchkeyEventMap {
  /** The element has its kit and dialog; told again when it gets others. */
  readonly 'latchkey-ready': CustomEvent<Modal>
  /** A wallet is connected, newly or resumed after a reload. */
  readonly 'latchkey-connect': CustomEvent<AccountView>
  readonly 'latchkey-disconnect': CustomEvent<null>
  /** The connected visitor uses another account. */
  readonly 'latchkey-account': CustomEvent<AccountView>
  /** The connected visitor uses another chain. */
  readonly 'latchkey-chain': CustomEvent<AccountView>
  /**
   * Connecting failed or was declined (`user-rejected`), or the attributes are wrong
   * (`config-invalid`). Wrong attributes are reported in the console too, unless a listener calls
   * `preventDefault()`.
   */
  readonly 'latchkey-error': CustomEvent<LatchkeyError>
  readonly 'latchkey-open': CustomEvent<null>
  readonly 'latchkey-close': CustomEvent<null>
}

export type LatchkeyEventName = keyof LatchkeyEventMap

/** What `<latchkey-button>` and `<latchkey-dialog>` have in common. */
export interface LatchkeyElement extends HTMLElement {
  /** The kit in use; set one that the page has made instead of writing attributes. */
  get kit(): Kit | undefined
  set kit(kit: Kit | null | undefined)
  /** The dialog in use; set one that the page has made, which brings its kit. */
  get modal(): Modal | undefined
  set modal(modal: Modal | null | undefined)
  /** Options for the dialog beside those that have an attribute. */
  options: ModalOptions
  /** The account of the shown chain family; undefined while there is no kit. */
  readonly account: AccountView | undefined
  /** Attribute `kit-id`. */
  kitId: string | null
  /** Attribute `networks`: CAIP-2 ids as a list, or in a text with spaces or commas between. */
  get networks(): string | null
  set networks(networks: string | readonly string[] | null)
  /** Attribute `gateway`: URL of the site's own gateway. */
  gateway: string | null
  /** Attribute `project`: id of the site at its gateway. */
  project: string | null
  /** Attribute `relays`: addresses (`wss:`) of relays as a list, or in a text. */
  get relays(): string | null
  set relays(relays: string | readonly string[] | null)
  /** Attribute `namespace`: chain family shown first, such as `eip155` or `solana`. */
  namespace: string | null
  /** Attribute `theme`: `light`, `dark` or `system`. */
  theme: string | null
  /** Attribute `terms-url`. */
  termsUrl: string | null
  /** Attribute `privacy-url`. */
  privacyUrl: string | null
  /** Attribute `currency`, such as `eur`. */
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
 * `<latchkey-button>`: "Connect wallet", then "Connecting…", then the account. In a form its value
 * is the connected account as CAIP-10 id. `::part(button)` styles it.
 */
export interface LatchkeyButtonElement extends LatchkeyElement {
  /** Attribute `label`: text while nobody is connected; default "Connect wallet". */
  label: string | null
  /**
   * Attribute `view`: what the button opens: `Connect`, `AllWallets`, `GetWallet`, `WhatIsAWallet`,
   * `Account` or `Networks`; default: the account when one is connected, else the wallets.
   */
  view: string | null
  /** Attribute `name`: name of the account in a form's data. */
  name: string | null
  disabled: boolean
  /** Whether a form is incomplete while nobody is connected. */
  required: boolean
}

/** `<latchkey-dialog>`: no pixels of its own; it configures the dialog and tells of it. */
export type LatchkeyDialogElement = LatchkeyElement
