/** The part of the browser's extension API that is used; with promises as in manifest version 3. */
interface ExtensionSender {
  readonly id?: string
  /** Origin of the sending frame, as the browser reports it. */
  readonly origin?: string
  readonly url?: string
  readonly tab?: { readonly id?: number }
  readonly frameId?: number
  readonly documentId?: string
}
interface ExtensionEvent<Listener> {
  addListener(listener: Listener): void
}
interface ExtensionArea {
  get(key: string): Promise<Record<string, unknown>>
  set(items: Readonly<Record<string, unknown>>): Promise<void>
}
declare const chrome: {
  readonly runtime: {
    readonly id: string
    getURL(path: string): string
    sendMessage(message: unknown): Promise<unknown>
    readonly onMessage: ExtensionEvent<
      (message: unknown, sender: ExtensionSender, respond: (answer: unknown) => void) => boolean
    >
  }
  readonly scripting: {
    getRegisteredContentScripts(): Promise<readonly { readonly id: string }[]>
    registerContentScripts(scripts: readonly object[]): Promise<void>
    unregisterContentScripts(filter: { readonly ids: readonly string[] }): Promise<void>
  }
  readonly storage: { readonly local: ExtensionArea; readonly session: ExtensionArea }
  readonly tabs: {
    query(filter: object): Promise<readonly { readonly id?: number }[]>
    sendMessage(
      tab: number,
      message: unknown,
      options?: { readonly documentId?: string },
    ): Promise<unknown>
    readonly onRemoved: ExtensionEvent<(tab: number) => void>
  }
  readonly windows: {
    create(options: object): Promise<{ readonly id?: number } | undefined>
    remove(id: number): Promise<void>
    readonly onRemoved: ExtensionEvent<(id: number) => void>
  }
}
