import type { StandIn } from './stand-in-vault.ts'

/**
 * Puts fakes behind the frames of a document without network, as elements of another name, because
 * the document would report errors for real frames. `load` fires by itself, and the greeting
 * reaches `vault()`. The returned stop ends it.
 * @param parents - elements that frames are added to
 */
export function standInFrames(
  origin: string,
  vault: (load: number) => StandIn | undefined,
  parents: readonly Element[] = [document.documentElement],
): { loads(): number; stop(): void } {
  const { createElement } = document
  const appends = parents.map((parent) => [parent, parent.append] as const)
  let loads = 0
  document.createElement = ((name: string) =>
    createElement.call(
      document,
      name === 'iframe' ? 'stand-in-frame' : name,
    )) as typeof createElement
  const take = (nodes: readonly (Node | string)[]): void => {
    const [element] = nodes as readonly HTMLIFrameElement[]
    if (element?.localName !== 'stand-in-frame') return
    loads += 1
    const stand = vault(loads)
    const postMessage = (hello: unknown, target: string, [port]: [MessagePort]): void => {
      if (target === origin) stand?.greet(hello, port)
    }
    Object.defineProperty(element, 'contentWindow', { configurable: true, value: { postMessage } })
    if (stand) queueMicrotask(() => element.dispatchEvent(new Event('load')))
  }
  for (const [parent, append] of appends) {
    parent.append = (...nodes) => {
      append.call(parent, ...nodes)
      take(nodes)
    }
  }
  return {
    loads: () => loads,
    stop: () => {
      document.createElement = createElement
      for (const [parent, append] of appends) {
        parent.append = append
      }
      for (const element of document.querySelectorAll('stand-in-frame')) {
        element.remove()
      }
    },
  }
}
