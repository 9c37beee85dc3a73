import type { KitElementClass } from './kit-element.ts'

/**
 * Makes the class of `<latchkey-dialog>`. The element draws nothing, because the dialog itself is
 * in the browser's top layer. `latchkey-dialog:state(open)` matches while the dialog is open.
 */
export function createDialogElement(Base: KitElementClass): CustomElementConstructor {
  return class Dialog extends Base {
    readonly #internals = this.attachInternals()

    override connectedCallback(): void {
      // When the page's style sheet gives this element a `display`, it becomes an empty box;
      // assistive technology must not announce that box.
      this.#internals.ariaHidden = 'true'
      super.connectedCallback()
    }
    override draw(): void {
      if (this.modal?.getState().open) this.#internals.states.add('open')
      else this.#internals.states.delete('open')
    }
  }
}
