import type { KitElementClass } from './kit-element.ts'

/**
 * Makes the class of `<latchkey-dialog>`. It draws nothing, because the dialog itself stands in the
 * browser's top layer; `latchkey-dialog:state(open)` matches while it is open.
 */
export function createDialogElement(Base: KitElementClass): CustomElementConstructor {
  return class Dialog extends Base {
    readonly #internals = this.attachInternals()

    override connectedCallback(): void {
      // A `display` of the page's own would make it a box without anything in it.
      this.#internals.ariaHidden = 'true'
      super.connectedCallback()
    }
    override draw(): void {
      if (this.modal?.getState().open) this.#internals.states.add('open')
      else this.#internals.states.delete('open')
    }
  }
}
