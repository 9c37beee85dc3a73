import { type AccountView, getAccount, type Kit, type Stop } from '@latchkey/core'
import type { Modal, ModalOptions, OpenParameters } from '@latchkey/modal'
import { hasCode, LatchkeyError } from '@latchkey/protocol'
import type { LatchkeyEventMap, LatchkeyEventName } from '../contract.ts'
import { followModal } from '../follow-modal.ts'
import { modalAttributes, readModalOptions } from '../page/modal-options.ts'
import type { PageKits } from '../page/page-kits.ts'
import { kitAttributes, readSettings } from '../page/read-settings.ts'
import { reflectAttributes } from './reflect-attributes.ts'

/**
 * The base class of `<latchkey-button>` and `<latchkey-dialog>`, as its subclasses see it;
 * `createKitElement` makes the class in a page.
 */
export interface KitElement extends HTMLElement {
  readonly modal: Modal | undefined
  /** The element to which the focus returns when the dialog closes. */
  readonly opener: HTMLElement | undefined
  open(view?: OpenParameters['view']): Promise<boolean>
  connectedCallback(): void
  /** Draws the element; called after each change of the kit or the dialog. */
  draw(): void
}
export type KitElementClass = new () => KitElement

/** Names of the properties that a page may set before the element is defined. */
const properties = ['kit', 'modal', 'options'] as const

/**
 * Makes the class that both elements extend. The class is made only when the elements are defined,
 * because a server has no `HTMLElement`.
 */
export function createKitElement(kits: PageKits): KitElementClass {
  class Element extends HTMLElement implements KitElement {
    static readonly observedAttributes: readonly string[] = [...kitAttributes, ...modalAttributes]
    #given: Kit | Modal | undefined
    #options: ModalOptions = {}
    #modal: Modal | undefined
    /**
     * The kit, the dialog, or the settings as JSON text that the element currently uses or is about
     * to use.
     */
    #source: Kit | Modal | string | undefined
    #isScheduled = false
    #stops: Stop[] = []
    #waiting: ((modal: Modal | undefined) => void)[] = []

    get kit(): Kit | undefined {
      const given = this.#given
      // A kit or dialog that a page sets is used only a moment later, but can be read at once.
      return this.#modal?.kit ?? (given && isModal(given) ? given.kit : given)
    }
    set kit(kit: Kit | null | undefined) {
      this.#give(kit)
    }
    get modal(): Modal | undefined {
      return this.#modal
    }
    set modal(modal: Modal | null | undefined) {
      this.#give(modal)
    }
    get options(): ModalOptions {
      return this.#options
    }
    set options(options: ModalOptions) {
      this.#options = options ?? {}
      this.#applyOptions()
    }
    get account(): AccountView | undefined {
      return this.#modal && getAccount(this.#modal.kit)
    }
    get opener(): HTMLElement | undefined {
      return undefined
    }

    connectedCallback(): void {
      for (const name of properties) {
        // A property that was set before the element was defined hides the accessor of the class,
        // so it is deleted and set again.
        if (!Object.hasOwn(this, name)) continue
        const value = Reflect.get(this, name)
        Reflect.deleteProperty(this, name)
        Reflect.set(this, name, value)
      }
      adoptAttributeProperties(this)
      this.draw()
      this.#schedule()
    }
    disconnectedCallback(): void {
      this.#schedule()
    }
    attributeChangedCallback(name: string): void {
      if (modalAttributes.some((known) => known === name)) this.#applyOptions()
      else if ((kitAttributes as readonly string[]).includes(name)) this.#schedule()
      if (this.isConnected) this.draw()
    }

    async open(view?: OpenParameters['view']): Promise<boolean> {
      const opener = this.opener
      const modal = this.#modal ?? (await this.#waitForModal())
      return modal?.open({ ...(view && { view }), ...(opener && { opener }) }) ?? false
    }
    close(): void {
      this.#modal?.close()
    }
    async disconnect(): Promise<void> {
      const kit = this.kit
      if (kit) await (await import('../disconnect-all.ts')).disconnectAll(kit)
    }
    draw(): void {}

    #give(given: Kit | Modal | null | undefined): void {
      this.#given = given ?? undefined
      this.#schedule()
    }
    /**
     * Uses the current attributes and properties once the page's running code has ended. Attributes
     * are often written one after another, and an element is moved by removing and adding it, so
     * intermediate states are skipped.
     */
    #schedule(): void {
      if (this.#isScheduled) return
      this.#isScheduled = true
      queueMicrotask(() => {
        this.#isScheduled = false
        this.#follow().catch((error: unknown) => this.#reportError(error))
      })
    }
    async #follow(): Promise<void> {
      if (!this.isConnected) return this.#detach()
      const settings = this.#given ? undefined : readSettings((name) => this.getAttribute(name))
      const source = this.#given ?? JSON.stringify(settings)
      if (source === this.#source) return
      this.#detach()
      this.#source = source
      const modal = settings
        ? await kits.join(this, settings)
        : isModal(source as Kit | Modal)
          ? (source as Modal)
          : kits.modalOf(source as Kit)
      if (this.#source === source) this.#attach(modal)
    }
    #attach(modal: Modal): void {
      this.#modal = modal
      this.#applyOptions()
      const draw = (): void => this.draw()
      this.#stops = [
        followModal(modal, (name, detail) => void this.#tell(name, detail)),
        modal.subscribe(draw),
        // The kit's first subscriber makes it look for wallets and resume sessions.
        modal.kit.subscribe(draw),
      ]
      this.draw()
      for (const resolve of this.#waiting.splice(0)) {
        resolve(modal)
      }
      this.#tell('latchkey-ready', modal)
    }
    #detach(): void {
      for (const stop of this.#stops.splice(0)) {
        stop()
      }
      for (const resolve of this.#waiting.splice(0)) {
        resolve(undefined)
      }
      kits.leave(this)
      this.#modal = undefined
      this.#source = undefined
    }
    #waitForModal(): Promise<Modal | undefined> {
      return new Promise((resolve) => {
        this.#waiting.push(resolve)
      })
    }
    #applyOptions(): void {
      const options = { ...this.#options, ...readModalOptions((name) => this.getAttribute(name)) }
      if (Object.keys(options).length > 0) this.#modal?.setOptions(options)
    }
    /** @returns whether no listener has prevented the default. */
    #tell<N extends LatchkeyEventName>(name: N, detail: LatchkeyEventMap[N]['detail']): boolean {
      return this.dispatchEvent(new CustomEvent(name, { detail, cancelable: true }))
    }
    /** Reports, by an event and in the console, that no kit can be made from the attributes. */
    #reportError(error: unknown): void {
      const told = hasCode(error) ? error : new LatchkeyError('unknown', { cause: error })
      this.#detach()
      if (this.#tell('latchkey-error', told)) reportError(told)
    }
  }
  const adoptAttributeProperties = reflectAttributes(Element, {
    texts: [...kitAttributes, ...modalAttributes.filter((name) => name !== 'lang')],
  })
  return Element
}

function isModal(given: Kit | Modal): given is Modal {
  return 'setOptions' in given
}
