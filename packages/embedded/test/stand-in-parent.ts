import type { StandIn } from './stand-in-vault.ts'

/**
 * Puts stand-ins behind the frames that a document without a network loads: `load` fires by itself, and the greeting
 * reaches `vault()`. Ends with its stop.
 */
export function standInFrames(
  origin: string,
  vault: (load: number) => StandIn | undefined,
): { loads(): number; stop(): void } {
  const real = document.documentElement.append
  let loads = 0
  document.documentElement.append = (...nodes: (Node | string)[]) => {
    const [element] = nodes as HTMLIFrameElement[]
    if (element?.localName !== 'iframe') return real.call(document.documentElement, ...nodes)
    const src = element.src
    // Nothing is fetched.
    element.removeAttribute('src')
    element.dataset.src = src
    // The document says that it loads no frames: that is what is wanted.
    const { error } = console
    console.error = () => {}
    real.call(document.documentElement, element)
    console.error = error
    loads += 1
    const stand = vault(loads)
    Object.defineProperty(element, 'contentWindow', {
      configurable: true,
      value: {
        postMessage: (hello: unknown, target: string, [port]: [MessagePort]) => {
          if (target === origin) stand?.greet(hello, port)
        },
      },
    })
    if (stand) queueMicrotask(() => element.dispatchEvent(new Event('load')))
  }
  return {
    loads: () => loads,
    stop: () => {
      document.documentElement.append = real
      for (const element of document.querySelectorAll('iframe')) element.remove()
    },
  }
}
