import type { LatchkeyButtonElement, LatchkeyDialogElement, MakeKit } from './contract.ts'
import { createButtonElement } from './element/button-element.ts'
import { createDialogElement } from './element/dialog-element.ts'
import { createKitElement } from './element/kit-element.ts'
import { openPageKits } from './page/page-kits.ts'

declare global {
  interface HTMLElementTagNameMap {
    'latchkey-button': LatchkeyButtonElement
    'latchkey-dialog': LatchkeyDialogElement
  }
}

/**
 * Defines `<latchkey-button>` and `<latchkey-dialog>`. It does nothing on a server or when they are
 * defined already, so it may be called any number of times.
 * @param options.makeKit - makes a kit of an element's attributes. Without it a page sets the
 *   property `kit` or `modal`
 * @example
 * ```ts
 * defineElements()
 * const button = document.querySelector('latchkey-button')
 * if (button) button.kit = kit
 * ```
 */
export function defineElements(options: defineElements.Options = {}): void {
  if (typeof customElements === 'undefined' || customElements.get('latchkey-button')) return
  const Base = createKitElement(openPageKits(options.makeKit))
  customElements.define('latchkey-button', createButtonElement(Base))
  customElements.define('latchkey-dialog', createDialogElement(Base))
}

export declare namespace defineElements {
  interface Options {
    readonly makeKit?: MakeKit
  }
}
