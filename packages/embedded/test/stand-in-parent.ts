import type { StandIn } from './stand-in-vault.ts'

/**
 * Puts stand-ins behind the frames of a document without a network: elements of another name, since
 * it would complain of frames. `load` fires by itself, and the greeting reaches `vault()`. Ends
 * with its stop.
 */
export function standInFrames(
  origin: string,
  vault: (load: number) => StandIn | undefined,
): { loads(): number; stop(): void } {
  const { createElement } = document
  const root = document.documentElement
  const { append } = root
  let loads = 0
  document.createElement = ((name: string) =>
    createElement.call(
      document,
      name === 'iframe' ? 'stand-in-frame' : name,
    )) as typeof createElement
  root.append = (...nodes) => {
    append.call(root, ...nodes)
    const [element] = nodes as HTMLIFrameElement[]
    if (element?.localName !== 'stand-in-frame') return
    loads += 1
    const stand = vault(loads)
    const postMessage = (hello: unknown, target: string, [port]: [MessagePort]): void => {
      if (target === origin) stand?.greet(hello, port)
    }
    Object.defineProperty(element, 'contentWindow', { configurable: true, value: { postMessage } })
    if (stand) queueMicrotask(() => element.dispatchEvent(new Event('load')))
  }
  return {
    loads: () => loads,
    stop: () => {
      document.createElement = createElement
      root.append = append
      for (const element of document.querySelectorAll('stand-in-frame')) {
        element.remove()
      }
    },
  }
}
