import type { PlainViewName } from '@latchkey/modal'
import { connectButtonCss, describeConnectButton } from '@latchkey/modal/button'
import type { KitElementClass } from './kit-element.ts'
import { reflectAttributes } from './reflect-attributes.ts'

const hostCss = ':host{display:inline-block}:host([hidden]){display:none}'
/**
 * The views that the attribute `view` may name. With any other text the button opens the default
 * view.
 */
const views: readonly PlainViewName[] = [
  'Connect',
  'AllWallets',
  'GetWallet',
  'WhatIsAWallet',
  'Account',
  'Networks',
]
const buttonAttributes = ['label', 'view', 'disabled', 'required'] as const

/** Makes the class of `<latchkey-button>`: a native button in a shadow root, without React. */
export function createButtonElement(Base: KitElementClass): CustomElementConstructor {
  class Button extends Base {
    static readonly formAssociated = true
    static readonly observedAttributes: readonly string[] = [
      ...(Base as unknown as { readonly observedAttributes: readonly string[] }).observedAttributes,
      ...buttonAttributes,
    ]
    readonly #internals: ElementInternals
    readonly #button: HTMLButtonElement
    #isInDisabledFieldset = false
    #isFailed = false

    constructor() {
      super()
      this.#internals = this.attachInternals()
      this.#button = document.createElement('button')
      this.#button.type = 'button'
      this.#button.className = 'latchkey-button'
      this.#button.part.add('button')
      this.#button.dataset.kind = 'connect'
      this.#button.setAttribute('aria-haspopup', 'dialog')
      const root = this.attachShadow({ mode: 'open', delegatesFocus: true })
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(hostCss + connectButtonCss)
      root.adoptedStyleSheets = [sheet]
      root.append(this.#button)
      this.#button.addEventListener('click', () => void this.#press())
      for (const type of ['pointerenter', 'focus', 'touchstart']) {
        this.#button.addEventListener(type, () => this.modal?.preload(), { passive: true })
      }
      // A click on a `<label>` of this element arrives at the element itself, so it is passed on to
      // the native button inside.
      this.addEventListener('click', (event) => {
        if (event.composedPath()[0] === this) this.#button.click()
      })
    }

    override get opener(): HTMLElement {
      return this.#button
    }
    override connectedCallback(): void {
      adoptAttributeProperties(this)
      super.connectedCallback()
    }
    formDisabledCallback(isDisabled: boolean): void {
      this.#isInDisabledFieldset = isDisabled
      this.draw()
    }

    override draw(): void {
      const label = this.getAttribute('label')?.trim()
      const { text, accessibleName, status, isExpanded, isBusy } = describeConnectButton(
        this.modal,
        { ...(label && { label }), isFailed: this.#isFailed },
      )
      const button = this.#button
      if (button.textContent !== text) button.textContent = text
      button.dataset.status = status
      button.disabled = this.#isInDisabledFieldset || this.hasAttribute('disabled')
      button.setAttribute('aria-expanded', `${isExpanded}`)
      writeAttribute(button, 'aria-label', accessibleName)
      writeAttribute(button, 'aria-busy', isBusy ? 'true' : undefined)
      this.#writeForm()
    }

    /**
     * Sets the element's value in a form to the connected account. While there is none, an element
     * with `required` is invalid.
     */
    #writeForm(): void {
      const { account } = this as unknown as { readonly account?: { readonly account?: string } }
      const value = account?.account ?? null
      this.#internals.setFormValue(value)
      const isMissing = this.hasAttribute('required') && value === null
      if (isMissing)
        this.#internals.setValidity(
          { valueMissing: true },
          this.#button.textContent ?? 'Connect wallet',
          this.#button,
        )
      else this.#internals.setValidity({})
    }
    async #press(): Promise<void> {
      this.#isFailed = false
      const isOpen = await this.open(views.find((known) => known === this.getAttribute('view')))
      this.#isFailed = !isOpen && !!this.modal?.getState().isLoadFailed
      this.draw()
    }
  }
  const adoptAttributeProperties = reflectAttributes(Button, {
    texts: ['label', 'view', 'name'],
    flags: ['disabled', 'required'],
  })
  return Button
}

function writeAttribute(element: Element, name: string, value: string | undefined): void {
  if (value === undefined) element.removeAttribute(name)
  else element.setAttribute(name, value)
}
